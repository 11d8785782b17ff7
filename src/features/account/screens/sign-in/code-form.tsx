// The six digits of an authenticator app, asked for once a password or a link was right. Says
// nothing about what comes after.

import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Person } from "../../../../state/session.ts";
import { Button, TextLink } from "../../../../ui/button.tsx";
import { Form, FormField } from "../../../../ui/form/form.tsx";
import { TextInput } from "../../../../ui/inputs.tsx";
import { FormFailure } from "../../../sync/widgets/form-end.tsx";
import { factorCodeInput } from "../../totp-schema.ts";
import { useCodeForm } from "../../use-code-form.ts";
import { RecoveryCodeForm } from "./recovery-code-form.tsx";

interface CodeFormProps {
  onVerified: (person: Person) => Promise<void> | void;
  /** A recovery code was given instead, and two-step verification is off. */
  onRecovered: (person: Person) => Promise<void> | void;
  /**
   * The code was right and the password is too old; absent: a new one is asked for on a page of its
   * own.
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
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const { setFocus } = form;
  // The page asks for one thing only; where it takes the place of another form, the focus would be
  // lost.
  useEffect(() => setFocus("code"), [setFocus]);

  return (
    <>
      <FormFailure form={form} title={<Trans>Login failed</Trans>} />
      <Form form={form}>
        <FormField form={form} name="code" label={t`Code`}>
          {(field) => <TextInput {...factorCodeInput} {...field} />}
        </FormField>
        <Button type="submit" variant="primary" wide pending={isSubmitting || (isSubmitSuccessful && !form.failure)}>
          <Trans>Verify</Trans>
        </Button>
      </Form>
    </>
  );
}

export const CodeLead = () => (
  <Trans>Enter the code your authenticator app shows for Betaflock, or one of your recovery codes.</Trans>
);

/** What is left to somebody who cannot. */
export const CodeBelow = () => (
  <Trans>
    Neither the app nor a recovery code? An administrator can turn this off for you:{" "}
    <TextLink to="/contact">write to us</TextLink>. Or go <TextLink to="/login">back to the login page</TextLink>.
  </Trans>
);
