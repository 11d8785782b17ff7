// Shows the same result for known and unknown addresses.

import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import * as v from "valibot";
import { SignUpLink } from "#features/site/widgets/public-header.tsx";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import { MAIL_COOLDOWN_S } from "#lib/constants.ts";
import { useCooldown } from "#lib/use-cooldown.ts";
import { syncIfThere } from "#state/sync.ts";
import { Button, TextLink } from "#ui/button.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { EmailInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { typedEmail } from "../../email-schema.ts";
import { AuthFrame } from "./auth-frame.tsx";

const schema = v.object({
  email: typedEmail,
});

const route = getRouteApi("/(auth)/forgot-password");

export function ForgotPassword() {
  const { t } = useLingui();
  const { email } = route.useSearch();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [left, cool] = useCooldown(MAIL_COOLDOWN_S);
  const form = useForm({
    schema,
    defaults: { email: email ?? "" },
    draft: { key: "forgot-password", lifetime: "tab" },
    onSubmit: async (values) => {
      const sync = await syncIfThere();
      if (!sync) return { ok: false, error: { type: "offline" } };
      const asked = await sync.requestPasswordReset(values.email, `${window.location.origin}/reset-password`);
      if (!asked.ok) return asked;
      setSentTo(values.email);
      cool();
      return undefined;
    },
  });
  return (
    <AuthFrame
      header={<SignUpLink />}
      title={t`Forgot your password?`}
      lead={<Trans>Enter your email address and we will send you a link to choose a new one.</Trans>}
      below={
        <Trans>
          Remembered it? <TextLink to="/login">Log In</TextLink>
        </Trans>
      }
    >
      <FormFailure form={form} title={<Trans>The link could not be sent</Trans>} />
      {sentTo && !form.failure && (
        <Notice tone="positive" live title={<Trans>Check your inbox</Trans>}>
          <Trans>
            If there is an account for {sentTo}, a message with a link is on its way. The link works once. Nothing
            there? Check your spam folder, or ask again in a minute.
          </Trans>
        </Notice>
      )}
      <Form form={form}>
        <FormField form={form} name="email" label={t`Email`}>
          {(field) => <EmailInput autoComplete="username" {...field} />}
        </FormField>
        <Button type="submit" variant="primary" wide pending={form.formState.isSubmitting} disabled={left > 0}>
          {left > 0 ? <Trans>Send again in {left} s</Trans> : <Trans>Send the link</Trans>}
        </Button>
      </Form>
    </AuthFrame>
  );
}
