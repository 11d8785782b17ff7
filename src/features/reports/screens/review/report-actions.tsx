import { Trans, useLingui } from "@lingui/react/macro";
import { ClipboardCopy, Flag, UserCheck } from "lucide-react";
import { formatDate } from "#i18n/format.ts";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { versionsOf } from "#sync/queries/releases.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Menu } from "#ui/menu.tsx";
import { type MenuEntries, menuEntry } from "#ui/menu-entry.ts";
import { showToast } from "#ui/toast.tsx";
import { toIssue } from "../../exports.ts";
import { PanelButton } from "./panel-button.tsx";

interface ReportActionsProps {
  report: Feedback;
  panel: boolean;
  /** Null when read-only or in a personal organization. */
  onAssignToMe: (() => void) | null;
  onTellAdmins: () => void;
}

/** Renders buttons below the properties, or a menu at the end of the compact line. */
export function ReportActions({ report, panel, onAssignToMe, onTellAdmins }: ReportActionsProps) {
  const { t, i18n } = useLingui();
  const me = usePerson();
  const versions = useQueryOr(report.release_id ? versionsOf([report.release_id]) : null, new Map());
  const copy = () =>
    void navigator.clipboard
      .writeText(toIssue(report, { t, date: (at) => formatDate(at, i18n.locale), versions }))
      .then(
        () => showToast({ title: t`Copied: paste it into GitHub or Jira` }),
        () => showToast({ tone: "danger", title: t`This browser does not allow copying. Select the text instead.` }),
      );
  if (panel) {
    return (
      <div className="flex flex-col border-line border-t pt-3">
        <PanelButton icon={ClipboardCopy} onClick={copy}>
          <Trans>Copy as an issue</Trans>
        </PanelButton>
        <PanelButton icon={Flag} opensDialog onClick={onTellAdmins}>
          <Trans context="button">Report to the admins</Trans>
        </PanelButton>
      </div>
    );
  }
  const items: MenuEntries = [
    onAssignToMe !== null &&
      report.assignee_id !== me.id &&
      menuEntry("mine", UserCheck, <Trans>Assign to me</Trans>, onAssignToMe),
    menuEntry("copy", ClipboardCopy, <Trans>Copy as an issue</Trans>, copy),
    menuEntry("tell", Flag, <Trans context="button">Report to the admins</Trans>, onTellAdmins),
  ];
  return (
    <span className="-me-3 shrink-0">
      <Menu label={t`Actions for this report`} items={items} />
    </span>
  );
}
