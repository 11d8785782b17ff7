import { Trans } from "@lingui/react/macro";
import { usePerson } from "#state/session.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Avatar } from "#ui/avatar.tsx";
import { cx } from "#ui/cx.ts";

type Assigned = Pick<Feedback, "assignee_id" | "assignee_name">;

export function AssigneeTag(report: Assigned) {
  if (report.assignee_id === null) return null;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <span className="sr-only">
        <Trans>Assigned to</Trans>
      </span>
      <AssigneeName {...report} oneLine />
    </span>
  );
}

export function AssigneeName({ assignee_id, assignee_name, oneLine }: Assigned & { oneLine: boolean }) {
  const me = usePerson();
  return (
    <>
      <Avatar name={assignee_name} size="xs" />
      <span className={cx("min-w-0", oneLine ? "truncate" : "wrap-anywhere")}>
        {assignee_id === me.id ? <Trans>You</Trans> : assignee_name}
      </span>
    </>
  );
}
