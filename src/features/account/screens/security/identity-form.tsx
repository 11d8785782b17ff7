// Asks for the password, or for a code where there is a second factor, before the factors change: a
// stolen session must not lock its owner out.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { failureText } from "#features/sync/failures.ts";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import type { AuthFailure } from "#state/session.ts";
import { loadSync } from "#state/sync.ts";
import { Button } from "#ui/button.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { invalid, useForm } from "#ui/form/use-form.ts";
import { TextInput } from "#ui/inputs.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { factorCodeInput } from "../../totp-schema.ts";
import { useCodeForm } from "../../use-code-form.ts";

export type Outcome = { ok: true } | { ok: false; error: AuthFailure } | undefined;

interface IdentityFormProps {
  /** The account has a second factor: asks for its code. */
  byCode: boolean;
  /** The call that needed the proof. */
  onProven: () => Promise<Outcome>;
}

const notProven = { className: "mb-4", title: <Trans>Nothing was changed</Trans> };

export function IdentityForm({ byCode, onProven }: IdentityFormProps) {
  return byCode ? <ByCode onProven={onProven} /> : <ByPassword onProven={onProven} />;
}

function ByCode({ onProven }: Pick<IdentityFormProps, "onProven">) {
  const { t } = useLingui();
  const form = useCodeForm(async (sync, code) => {
    const proven = await sync.proveIdentity({ code });
    return proven.ok ? onProven() : proven;
  });
  return (
    <>
      <FormFailure form={form} {...notProven} />
      <Form form={form}>
        <FormField form={form} name="code" label={t`Code`} help={t`The six digits your app shows now`}>
          {(field) => <TextInput {...factorCodeInput} {...field} />}
        </FormField>
        <Continue pending={form.formState.isSubmitting} />
      </Form>
    </>
  );
}

function ByPassword({ onProven }: Pick<IdentityFormProps, "onProven">) {
  const { t } = useLingui();
  const form = useForm({
    schema: v.object({ password: v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Please enter your password`))) }),
    defaults: { password: "" },
    onSubmit: async ({ password }) => {
      const proven = await (await loadSync()).proveIdentity({ password });
      if (proven.ok) return onProven();
      if (proven.error.type !== "wrong_current_password") return proven;
      return invalid("password", t(failureText(proven.error)));
    },
  });
  return (
    <>
      <FormFailure form={form} {...notProven} />
      <Form form={form}>
        <FormField form={form} name="password" label={t`Password`} help={t`To make sure it is you`}>
          {(field) => <PasswordInput autoComplete="current-password" {...field} />}
        </FormField>
        <Continue pending={form.formState.isSubmitting} />
      </Form>
    </>
  );
}

function Continue({ pending }: { pending: boolean }) {
  return (
    <Button type="submit" variant="primary" pending={pending} className="sm:self-end">
      <Trans>Continue</Trans>
    </Button>
  );
}
