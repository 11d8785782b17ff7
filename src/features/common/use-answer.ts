import { useEffect, useState } from "react";
import type { Failure, Result } from "#sync/transport/result.ts";
import { reportError } from "../../lib/error-log.ts";

export type Answer<T, E> = { kind: "loading" } | { kind: "failed"; failure: E } | { kind: "ready"; value: T };

/**
 * Asks the server when a screen opens, and again on `reload`. The previous answer stays until the
 * next one. For answers that a device must not store; `useRemote` stores them.
 */
export function useAnswer<T, E extends Failure>(ask: () => Promise<Result<T, E>>) {
  const [answer, setAnswer] = useState<Answer<T, E>>({ kind: "loading" });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is the reason to ask again
  useEffect(() => {
    let gone = false;
    ask()
      .then((done) => {
        if (gone) return;
        setAnswer(done.ok ? { kind: "ready", value: done.value } : { kind: "failed", failure: done.error });
      })
      .catch(reportError);
    return () => {
      gone = true;
    };
  }, [round]);
  return { answer, reload: () => setRound((n) => n + 1) };
}
