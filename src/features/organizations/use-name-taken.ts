// Shows the server's duplicate-name error at the field.
import { useLingui } from "@lingui/react/macro";
import { type CallFailure, type FailureOf, fail, type Result } from "#sync/transport/result.ts";

export function useNameTaken() {
  const { t } = useLingui();
  return <T>(done: Result<T, CallFailure>): Result<T, CallFailure | FailureOf<"invalid">> => {
    if (done.ok || done.error.type !== "rejected" || done.error.code !== "duplicate") return done;
    return fail({ type: "invalid", issues: [{ path: "name", message: t`There is a group of this name already` }] });
  };
}
