import { type FormEvent, useState } from "react";
import { useTextDraft } from "./use-text-draft.ts";

interface ReasonOptions {
  /** The name of the draft. */
  draft: string;
  /** The error for an empty text. Undefined: it may be empty. */
  missing: string | undefined;
  /** The error for a text that cannot be sent. */
  wrong?: (text: string) => string | undefined;
  /** A promise of false: it was not taken, and the text stays. */
  onSend: (reason: string) => unknown;
}

/** The text of a decision: a draft until it is sent, with an error that goes when one types. */
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
    async submit(event: FormEvent) {
      event.preventDefault();
      const problem = text.trim() === "" ? missing : wrong?.(text.trim());
      if (problem !== undefined) return setError(problem);
      setPending(true);
      const sent = await onSend(text.trim());
      setPending(false);
      if (sent !== false) forget();
    },
  };
}
