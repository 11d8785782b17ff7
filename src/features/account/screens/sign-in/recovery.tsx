// The form behind a recovery link. Who has a second factor gives a code of it in between: the
// server changes no password for a link alone, or whoever reads somebody's e-mail would be in.
import { useEffect, useRef } from "react";
import type { LinkTokens } from "../../../../../sync/index.ts";
import type { Person } from "../../../../state/session.ts";
import { syncIfThere } from "../../../../state/sync.ts";
import { useForm } from "../../../../ui/form/use-form.ts";
import { newPassword } from "../../password-schema.ts";
import { NewPasswordForm } from "../../widgets/new-password-form.tsx";
import { CodeForm } from "./code-form.tsx";
import { NoLink } from "./invalid-link.tsx";

interface RecoveryProps {
  /** Null: logged in already, with a password that has expired. */
  tokens: LinkTokens | null;
  /** A code is asked for; the password that was typed waits here. */
  asksCode: boolean;
  onAsksCode: (asks: boolean) => void;
  onChanged: (person: Person) => Promise<void>;
}

export function Recovery({ tokens, asksCode, onAsksCode, onChanged }: RecoveryProps) {
  // Taken a second time the link would bring back its own session, which knows nothing of the code.
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
      else return done;
      return undefined;
    },
  });
  const goOn = async () => {
    verified.current = true;
    await form.send();
    onAsksCode(false);
  };
  const { setFocus } = form;
  // Back from the code because the password is not a possible one: the fields are there anew, and
  // the focus was in the code's.
  useEffect(() => {
    if (!asksCode && verified.current) setFocus("password");
  }, [asksCode, setFocus]);
  if (asksCode) return <CodeForm onVerified={goOn} onRecovered={goOn} onExpired={goOn} />;

  if (form.failure?.type === "link_expired") return <NoLink />;
  return <NewPasswordForm form={form} button={{ variant: "primary", className: "w-full" }} />;
}
