import { type FormEvent, useState } from "react";
import { useTextDraft } from "./use-text-draft.ts";

interface ReasonOptions {
  /** The name of the draft. */
  draft: string;
  /** The error for an empty text. Undefined: it may be empty. */
  missing: string | undefined;
  /** The error for a text that cannot be sent. */
  wrong?: (text: string) => string | undefined;
  onSend: (reason: string) => void;
}

/** The text of a decision: a draft until it is sent, with an error that goes when one types. */
export function useReason({ draft, missing, wrong, onSend }: ReasonOptions) {
  const { text, change, forget } = useTextDraft(draft);
  const [error, setError] = useState<string>();
  return {
    text,
    error,
    change(next: string) {
      change(next);
      setError(undefined);
    },
    submit(event: Pick<FormEvent, "preventDefault">) {
      event.preventDefault();
      const problem = text.trim() === "" ? missing : wrong?.(text.trim());
      if (problem !== undefined) return setError(problem);
      forget();
      onSend(text.trim());
    },
  };
}
