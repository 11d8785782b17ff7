import { useLingui } from "@lingui/react/macro";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { usePerson } from "#state/session.ts";
import { reportsAssign } from "#sync/mutations/feedback.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { showToast } from "#ui/toast.tsx";

/** Null unassigns. */
export type Assignee = { id: string; name: string } | null;

export function useAssign(): (reports: readonly Feedback[], to: Assignee) => Promise<void> {
  const { t } = useLingui();
  const me = usePerson();
  const assign = useMutationToast(reportsAssign);
  const messageFor = (to: Assignee): string => {
    if (to === null) return t`Unassigned`;
    const { name } = to;
    return to.id === me.id ? t`Assigned to you` : t`Assigned to ${name}`;
  };
  return async (reports, to) => {
    const changed = reports.filter((one) => one.assignee_id !== (to?.id ?? null)).map(({ id }) => id);
    const done = await assign(changed, to);
    if (done.ok) showToast({ title: messageFor(to) });
  };
}
