import { useLingui } from "@lingui/react/macro";
import { reportsAssign } from "../../../../../sync/mutations/feedback.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { usePerson } from "../../../../state/session.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { useMutationToast } from "../../../sync/use-mutation-toast.ts";

/** A member, or nobody. */
export type Assignee = { id: string; name: string } | null;

/** Assigns reports, and says to whom. */
export function useAssign(): (reports: readonly Feedback[], to: Assignee) => Promise<void> {
  const { t } = useLingui();
  const me = usePerson();
  const assign = useMutationToast(reportsAssign);
  const said = (to: Assignee): string => {
    if (to === null) return t`Assigned to nobody`;
    const { name } = to;
    return to.id === me.id ? t`Assigned to you` : t`Assigned to ${name}`;
  };
  return async (reports, to) => {
    const changed = reports.filter((one) => one.assignee_id !== (to?.id ?? null)).map(({ id }) => id);
    const done = await assign(changed, to);
    if (done.ok) showToast({ title: said(to) });
  };
}
