// Triage properties and actions of a report: a side panel, or one line above the text on narrow
// screens.
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronsUp, Tag, UserCheck, UserPlus } from "lucide-react";
import { usePerson } from "#state/session.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { cx } from "#ui/cx.ts";
import { AssigneeName } from "./assignee.tsx";
import { PanelButton } from "./panel-button.tsx";
import { Property, PropertyValue } from "./property.tsx";
import { ReportActions } from "./report-actions.tsx";
import { PriorityName, TagsInLine, TagsInPanel } from "./triage.tsx";

export interface Assigning {
  onAssignToMe: (() => void) | null;
  onChoose: () => void;
}

interface ReportPropertiesProps {
  report: Feedback;
  panel: boolean;
  /** Null in personal organizations. */
  assign: Assigning | null;
  onTriage: ((kind: "priority" | "tags") => void) | null;
  onTellAdmins: () => void;
}

/** Spans the report's height; its content is sticky below the header and the decision bar. */
const panelBox =
  "sticky flex-col gap-3 top-[calc(3.5rem+var(--decision-bar-height,0px))] max-h-[calc(100dvh-3.5rem-var(--decision-bar-height,0px)-var(--page-foot))] overflow-y-auto px-4 py-6";

export function ReportProperties(props: ReportPropertiesProps) {
  const { report, panel, assign, onTriage, onTellAdmins } = props;
  const { t } = useLingui();
  const { priority, tags } = report;
  return (
    <div className={panel ? "col-start-2 row-span-3 row-start-1 border-line border-s" : undefined}>
      <div
        role="group"
        aria-label={t`Properties`}
        className={cx("flex", panel ? panelBox : "items-center justify-between gap-1")}
      >
        <dl className={cx("flex min-w-0", panel ? "flex-col gap-3" : "items-center gap-1.5")}>
          {(onTriage || priority !== "") && (
            <Property label={<Trans>Priority</Trans>} panel={panel}>
              <PropertyValue
                action={priority === "" ? t`Set priority` : t`Change priority`}
                empty={{ icon: ChevronsUp, short: <Trans>Priority</Trans> }}
                panel={panel}
                shortcut="p"
                onChange={onTriage && (() => onTriage("priority"))}
              >
                {priority === "" ? null : <PriorityName priority={priority} />}
              </PropertyValue>
            </Property>
          )}
          {(onTriage || tags.length > 0) && (
            <Property label={<Trans>Tags</Trans>} panel={panel}>
              <PropertyValue
                action={tags.length === 0 ? t`Add tags` : t`Change tags`}
                empty={{ icon: Tag, short: <Trans>Tags</Trans> }}
                panel={panel}
                shortcut="t"
                onChange={onTriage && (() => onTriage("tags"))}
              >
                {tags.length === 0 ? null : panel ? <TagsInPanel tags={tags} /> : <TagsInLine tags={tags} />}
              </PropertyValue>
            </Property>
          )}
          {assign && <Assignee report={report} panel={panel} {...assign} />}
        </dl>
        <ReportActions
          report={report}
          panel={panel}
          onAssignToMe={assign?.onAssignToMe ?? null}
          onTellAdmins={onTellAdmins}
        />
      </div>
    </div>
  );
}

interface AssigneeProps extends Assigning {
  report: Feedback;
  panel: boolean;
}

function Assignee({ report, panel, onAssignToMe, onChoose }: AssigneeProps) {
  const { t } = useLingui();
  const me = usePerson();
  const nobody = report.assignee_id === null;
  return (
    <Property label={<Trans>Assigned to</Trans>} panel={panel}>
      <PropertyValue
        action={nobody ? t`Assign…` : t`Change assignee`}
        empty={{ icon: UserPlus, short: <Trans>Assign…</Trans> }}
        panel={panel}
        onChange={onAssignToMe && onChoose}
      >
        {nobody ? !onAssignToMe && <Trans>Unassigned</Trans> : <AssigneeName {...report} oneLine={!panel} />}
      </PropertyValue>
      {panel && onAssignToMe && report.assignee_id !== me.id && (
        <PanelButton icon={UserCheck} shortcut="i" onClick={onAssignToMe}>
          <Trans>Assign to me</Trans>
        </PanelButton>
      )}
    </Property>
  );
}
