// Forgot password (S6). The answer is the same whether the address has an account or not.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import * as v from "valibot";
import { lazyMessage } from "../../../../i18n/i18n.ts";
import { MAIL_COOLDOWN_S } from "../../../../lib/constants.ts";
import { useCooldown } from "../../../../lib/use-cooldown.ts";
import { syncIfThere } from "../../../../state/sync.ts";
import { Button, TextLink } from "../../../../ui/button.tsx";
import { Form, FormField } from "../../../../ui/form/form.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { EmailInput } from "../../../../ui/inputs.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { SignUpLink } from "../../../public/widgets/public-header.tsx";
import { FormFailure } from "../../../sync/widgets/form-end.tsx";
import { AuthFrame } from "./auth-frame.tsx";

const schema = v.object({
  email: v.pipe(v.string(), v.trim(), v.email(lazyMessage(msg`Please enter a valid email address`))),
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
