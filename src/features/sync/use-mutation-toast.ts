// A mutation for a button that has no other place to say that it failed.
import { useLingui } from "@lingui/react/macro";
import { type Result, type Store, useMutation } from "../../state/store.ts";
import { showToast } from "../../ui/toast.tsx";
import { failureText } from "./failures.ts";

/** As `useMutation`; a failure becomes a toast, so the caller may ignore the result. */
export function useMutationToast<A extends unknown[], T>(write: (store: Store, ...args: A) => Promise<Result<T>>) {
  const { t } = useLingui();
  const mutate = useMutation(write);
  return async (...args: A): Promise<Result<T>> => {
    const done = await mutate(...args);
    if (!done.ok) showToast({ tone: "danger", title: t(failureText(done.error)) });
    return done;
  };
}
