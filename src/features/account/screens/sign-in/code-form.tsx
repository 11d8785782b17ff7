// The six digits of an authenticator app, asked for once a password or a link was right. Says
// nothing about what comes after.

import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { AuthFailure, Person } from "../../../../state/session.ts";
import { loadSync } from "../../../../state/sync.ts";
import { Button, TextLink } from "../../../../ui/button.tsx";
import { Form, FormField } from "../../../../ui/form/form.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { TextInput } from "../../../../ui/inputs.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { failureText } from "../../../sync/failures.ts";
import { factorCode, factorCodeInput } from "../../totp-schema.ts";

interface CodeFormProps {
  onVerified: (person: Person) => Promise<void> | void;
  /**
   * The code was right and the password is too old; absent: a new one is asked for on a page of its
   * own.
   */
  onExpired?: () => Promise<void>;
}

export function CodeForm({ onVerified, onExpired }: CodeFormProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm({
    schema: factorCode,
    defaults: { code: "" },
    onSubmit: async ({ code }) => {
      const sync = await loadSync();
      const done = await sync.verifySecondFactor(code);
      if (done.ok) {
        await onVerified(done.value);
        return { ok: true };
      }
      if (done.error.type === "password_expired") {
        await (onExpired ? onExpired() : navigate({ to: "/reset-password", search: { expired: true } }));
        return undefined;
      }
      if (done.error.type !== "wrong_code") return done;
      const issues = [{ path: "code", message: t(failureText(done.error)) }];
      return { ok: false, error: { type: "invalid", issues } };
    },
  });
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const failure = form.failure as AuthFailure | null;
  const { setFocus } = form;
  // The page asks for one thing only; where it takes the place of another form, the focus would be
  // lost.
  useEffect(() => setFocus("code"), [setFocus]);

  return (
    <>
      {failure && (
        <Notice tone="danger" live title={<Trans>Login failed</Trans>}>
          {t(failureText(failure))}
        </Notice>
      )}
      <Form form={form}>
        <FormField form={form} name="code" label={t`Code`}>
          {(field) => <TextInput {...factorCodeInput} {...field} />}
        </FormField>
        <Button type="submit" variant="primary" wide pending={isSubmitting || (isSubmitSuccessful && !failure)}>
          <Trans>Verify</Trans>
        </Button>
      </Form>
    </>
  );
}

export const CodeLead = () => <Trans>Enter the code your authenticator app shows for Betaflock.</Trans>;

/** What is left to somebody who cannot. */
export const CodeBelow = () => (
  <Trans>
    No access to your app? An administrator can turn this off for you: <TextLink to="/contact">write to us</TextLink>.
    Or go <TextLink to="/login">back to the login page</TextLink>.
  </Trans>
);
