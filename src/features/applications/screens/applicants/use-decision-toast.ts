import { useLingui } from "@lingui/react/macro";
import type { Result } from "../../../../state/store.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { failureText } from "../../../sync/failures.ts";

/** Says what became of an answer to an applicant. */
export function useDecisionToast() {
  const { t } = useLingui();
  return async (done: Promise<Result<unknown>>, said: string) => {
    const result = await done;
    showToast(result.ok ? { title: said } : { tone: "danger", title: t(failureText(result.error)) });
  };
}
