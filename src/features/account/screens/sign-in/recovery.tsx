// Sets a new password from a recovery link. Accounts with a second factor need its code too, or
// access to the mailbox would suffice.
import { useEffect, useRef } from "react";
import type { Person } from "#state/session.ts";
import { syncIfThere } from "#state/sync.ts";
import type { LinkTokens } from "#sync/index.ts";
import { useForm } from "#ui/form/use-form.ts";
import { atPassword, newPassword } from "../../password-schema.ts";
import { NewPasswordForm } from "../../widgets/new-password-form.tsx";
import { CodeForm } from "./code-form.tsx";
import { NoLink } from "./invalid-link.tsx";

interface RecoveryProps {
  /** Null when signed in with an expired password. */
  tokens: LinkTokens | null;
  /** True while the code form is shown; the typed password waits. */
  asksCode: boolean;
  onAsksCode: (asks: boolean) => void;
  onChanged: (person: Person) => Promise<void>;
}

export function Recovery({ tokens, asksCode, onAsksCode, onChanged }: RecoveryProps) {
  // Using the link again would replace the verified session.
  const verified = useRef(false);
  const form = useForm({
    schema: newPassword,
    defaults: { password: "", confirm: "" },
    onSubmit: async ({ password }) => {
      const sync = await syncIfThere();
      if (!sync) return { ok: false, error: { type: "offline" } };
      const done = await sync.resetPassword(verified.current ? null : tokens, password);
      if (done.ok) await onChanged(done.value);
      else if (done.error.type === "second_factor") onAsksCode(true);
      else return atPassword(done.error);
      return undefined;
    },
  });
  const goOn = async () => {
    verified.current = true;
    await form.send();
    onAsksCode(false);
  };
  const { setFocus } = form;
  // Restore the focus after returning from the code form with a rejected password.
  useEffect(() => {
    if (!asksCode && verified.current) setFocus("password");
  }, [asksCode, setFocus]);
  if (asksCode) return <CodeForm onVerified={goOn} onRecovered={goOn} onExpired={goOn} />;

  if (form.failure?.type === "link_expired") return <NoLink />;
  return <NewPasswordForm form={form} button={{ variant: "primary", className: "w-full" }} />;
}
