import { useLingui } from "@lingui/react/macro";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { reportsPrioritize, reportsTag } from "#sync/mutations/feedback.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { showToast } from "#ui/toast.tsx";

export function useTriage() {
  const { t } = useLingui();
  const setPriority = useMutationToast(reportsPrioritize);
  const setTags = useMutationToast(reportsTag);
  const ids = (reports: readonly Feedback[]) => reports.map(({ id }) => id);
  return {
    async prioritize(reports: readonly Feedback[], priority: Feedback["priority"]) {
      const done = await setPriority(ids(reports), priority);
      if (done.ok) showToast({ title: priority === "" ? t`Priority removed` : t`Priority set` });
    },
    async tag(reports: readonly Feedback[], change: Parameters<typeof reportsTag>[2]) {
      const done = await setTags(ids(reports), change);
      if (done.ok) showToast({ title: t`Tags saved` });
    },
  };
}
