import { useLingui } from "@lingui/react/macro";
import { type Result, type Store, useMutation } from "../../state/store.ts";
import { showToast } from "../../ui/toast.tsx";
import { failureText } from "./failures.ts";

export function useMutationToast<A extends unknown[], T>(write: (store: Store, ...args: A) => Promise<Result<T>>) {
  const { t } = useLingui();
  const mutate = useMutation(write);
  return async (...args: A): Promise<Result<T>> => {
    const done = await mutate(...args);
    if (!done.ok) showToast({ tone: "danger", title: t(failureText(done.error)) });
    return done;
  };
}

/** Shows the result of a mutation. The returned function resolves to true if it succeeded. */
export function useResultToast() {
  const { t } = useLingui();
  return async (done: Promise<Result<unknown>>, success: string): Promise<boolean> => {
    const result = await done;
    showToast(result.ok ? { title: success } : { tone: "danger", title: t(failureText(result.error)) });
    return result.ok;
  };
}
