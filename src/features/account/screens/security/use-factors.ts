// Loads the account's factors from the server. They are not replicated, because a device must not
// store how to access an account.

import { useCallback, useEffect, useState } from "react";
import { reportError } from "#lib/error-log.ts";
import type { AuthFailure } from "#state/session.ts";
import { loadSync } from "#state/sync.ts";
import type { SecondFactor } from "#sync/auth/second-factor.ts";

type State =
  | { kind: "loading" }
  | { kind: "failed"; failure: AuthFailure }
  | { kind: "ready"; factors: readonly SecondFactor[] };

export function useSecondFactors(): { state: State; reload: () => void } {
  const [state, setState] = useState<State>({ kind: "loading" });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is the reason to ask again
  useEffect(() => {
    let gone = false;
    loadSync()
      .then((sync) => sync.secondFactors())
      .then((found) => {
        if (gone) return;
        setState(found.ok ? { kind: "ready", factors: found.value } : { kind: "failed", failure: found.error });
      })
      .catch(reportError);
    return () => {
      gone = true;
    };
  }, [round]);
  return { state, reload: useCallback(() => setRound((n) => n + 1), []) };
}
