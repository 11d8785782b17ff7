// Who handles a report: in its row of the list, and above its text with the way to change it.
import { Trans } from "@lingui/react/macro";
import { UserCheck, UserPlus } from "lucide-react";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { usePerson } from "../../../../state/session.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Kbd } from "../../../../ui/kbd.tsx";

type Assigned = Pick<Feedback, "assignee_id" | "assignee_name">;

/** Nothing at all where nobody is assigned. */
export function AssigneeTag({ assignee_id, assignee_name }: Assigned) {
  const me = usePerson();
  if (assignee_id === null) return null;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <span className="sr-only">
        <Trans>Assigned to</Trans>
      </span>
      <Avatar name={assignee_name} size="xs" />
      <span className="truncate">{assignee_id === me.id ? <Trans>You</Trans> : assignee_name}</span>
    </span>
  );
}

interface AssigneeLineProps {
  report: Assigned;
  /** Null: only to be read. */
  onAssignToMe: (() => void) | null;
  onChoose: () => void;
}

export function AssigneeLine({ report, onAssignToMe, onChoose }: AssigneeLineProps) {
  const me = usePerson();
  const { assignee_id, assignee_name } = report;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {assignee_id === null ? (
        <span className="text-muted">
          <Trans>Assigned to nobody</Trans>
        </span>
      ) : (
        <>
          <span className="text-muted">
            <Trans>Assigned to</Trans>
          </span>
          <span className="inline-flex min-w-0 items-center gap-2 font-medium">
            <Avatar name={assignee_name} size="sm" />
            <span className="min-w-0 wrap-anywhere">{assignee_id === me.id ? <Trans>You</Trans> : assignee_name}</span>
          </span>
        </>
      )}
      {onAssignToMe && (
        <span className="-ms-3 flex flex-wrap items-center sm:ms-0">
          {assignee_id !== me.id && (
            <Button variant="ghost" size="sm" icon={UserCheck} aria-keyshortcuts="i" onClick={onAssignToMe}>
              <Trans>Assign to me</Trans>
              <span aria-hidden className="hidden lg:inline">
                <Kbd>i</Kbd>
              </span>
            </Button>
          )}
          <Button variant="ghost" size="sm" icon={UserPlus} onClick={onChoose}>
            {assignee_id === null ? <Trans>Assign…</Trans> : <Trans>Change assignee</Trans>}
          </Button>
        </span>
      )}
    </div>
  );
}
