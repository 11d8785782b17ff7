// Signs in with a recovery code, which turns two-step verification off.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import * as v from "valibot";
import { failureText } from "#features/sync/failures.ts";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import type { Person } from "#state/session.ts";
import { syncIfThere } from "#state/sync.ts";
import { Button } from "#ui/button.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { type Form as FormApi, invalid, useForm } from "#ui/form/use-form.ts";
import { TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";

interface RecoveryCodeFormProps {
  onRecovered: (person: Person) => Promise<void> | void;
  onExpired: () => Promise<void>;
}

const recoveryCode = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => text.toLowerCase().replace(/[^a-z0-9]/g, "")),
    v.length(16, lazyMessage(msg`A recovery code has 16 letters and digits, like abcd-efgh-jkmn-pqrs.`)),
  ),
});

interface OneCodeFormProps {
  form: FormApi<{ code: string }>;
  submitLabel: ReactNode;
  children: ReactNode;
}

export function OneCodeForm({ form, submitLabel, children }: OneCodeFormProps) {
  const { setFocus } = form;
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  // The page's only field. Replacing another form would lose the focus.
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <>
      <FormFailure form={form} title={<Trans>Login failed</Trans>} />
      <Form form={form}>
        {children}
        <Button type="submit" variant="primary" wide pending={isSubmitting || (isSubmitSuccessful && !form.failure)}>
          {submitLabel}
        </Button>
      </Form>
    </>
  );
}

export function RecoveryCodeForm({ onRecovered, onExpired }: RecoveryCodeFormProps) {
  const { t } = useLingui();
  const form = useForm({
    schema: recoveryCode,
    defaults: { code: "" },
    onSubmit: async ({ code }) => {
      const sync = await syncIfThere();
      if (!sync) return { ok: false, error: { type: "offline" } };
      const done = await sync.redeemRecoveryCode(code);
      if (!done.ok && done.error.type === "wrong_recovery_code") return invalid("code", t(failureText(done.error)));
      if (!done.ok && done.error.type !== "password_expired") return done;
      showToast({
        title: t`Two-step verification is off`,
        description: t`All your other devices have been logged out.`,
      });
      if (done.ok) await onRecovered(done.value);
      else await onExpired();
      return undefined;
    },
  });
  return (
    <OneCodeForm form={form} submitLabel={<Trans>Log in with this code</Trans>}>
      <FormField
        form={form}
        name="code"
        label={t`Recovery code`}
        help={t`Any one of those you saved. It turns two-step verification off and makes the other codes invalid.`}
      >
        {(field) => <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={40} {...field} />}
      </FormField>
    </OneCodeForm>
  );
}
