import { useState } from "react";
import { trimmed } from "../../sync/inputs/single-line.ts";
import { useTextDraft } from "./use-text-draft.ts";

interface ReasonOptions {
  draft: string;
  /** Error for an empty text; undefined allows it. */
  missing: string | undefined;
  /** Error for an invalid text. */
  wrong?: (text: string) => string | undefined;
  /** Resolving to false keeps the text. */
  onSend: (reason: string) => unknown;
}

/** The text of a decision: stored as a draft until sent; typing clears its error. */
export function useReason({ draft, missing, wrong, onSend }: ReasonOptions) {
  const { text, change, forget } = useTextDraft(draft);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  return {
    text,
    error,
    pending,
    change(next: string) {
      change(next);
      setError(undefined);
    },
    async submit() {
      const problem = trimmed(text) === "" ? missing : wrong?.(trimmed(text));
      if (problem !== undefined) return setError(problem);
      setPending(true);
      const sent = await onSend(trimmed(text));
      setPending(false);
      if (sent !== false) forget();
    },
  };
}
