import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Person } from "#state/session.ts";
import { Button, TextLink } from "#ui/button.tsx";
import { FormField } from "#ui/form/form.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { factorCodeInput } from "../../totp-schema.ts";
import { useCodeForm } from "../../use-code-form.ts";
import { OneCodeForm, RecoveryCodeForm } from "./recovery-code-form.tsx";

interface CodeFormProps {
  onVerified: (person: Person) => Promise<void> | void;
  /** Called after a recovery code turned two-step verification off. */
  onRecovered: (person: Person) => Promise<void> | void;
  /**
   * Called if the code is correct but the password has expired; without it the form opens the page
   * for a new password.
   */
  onExpired?: () => Promise<void>;
}

export function CodeForm({ onVerified, onRecovered, onExpired }: CodeFormProps) {
  const navigate = useNavigate();
  const [lost, setLost] = useState(false);
  const expired = async () => {
    await (onExpired ? onExpired() : navigate({ to: "/reset-password", search: { expired: true } }));
  };
  return (
    <>
      {lost ? (
        <RecoveryCodeForm onRecovered={onRecovered} onExpired={expired} />
      ) : (
        <AppCodeForm onVerified={onVerified} onExpired={expired} />
      )}
      <Button variant="ghost" wide className="mt-3" onClick={() => setLost(!lost)}>
        {lost ? <Trans>Use the code from your app</Trans> : <Trans>Lost your phone? Use a recovery code</Trans>}
      </Button>
    </>
  );
}

function AppCodeForm({ onVerified, onExpired }: Required<Pick<CodeFormProps, "onVerified" | "onExpired">>) {
  const { t } = useLingui();
  const form = useCodeForm(async (sync, code) => {
    const done = await sync.verifySecondFactor(code);
    if (done.ok) await onVerified(done.value);
    else if (done.error.type === "password_expired") {
      await onExpired();
      return undefined;
    }
    return done;
  });
  return (
    <OneCodeForm form={form} submitLabel={<Trans>Verify</Trans>}>
      <FormField form={form} name="code" label={t`Code`}>
        {(field) => <TextInput {...factorCodeInput} {...field} />}
      </FormField>
    </OneCodeForm>
  );
}

export const CodeLead = () => (
  <Trans>Enter the code your authenticator app shows for Betaflock, or one of your recovery codes.</Trans>
);

export const CodeBelow = () => (
  <Trans>
    Neither the app nor a recovery code? An administrator can turn this off for you:{" "}
    <TextLink to="/contact">write to us</TextLink>. Or go <TextLink to="/login">back to the login page</TextLink>.
  </Trans>
);
