// Login form. `?role=admin` shows the Admin Login; `?redirect=` is the page to open afterwards.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import * as v from "valibot";
import { SignUpLink } from "#features/site/widgets/public-header.tsx";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import type { AuthFailure } from "#state/session.ts";
import { syncIfThere } from "#state/sync.ts";
import { Button, TextLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { EmailInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { typedEmail } from "../../email-schema.ts";
import { ResendConfirmation } from "../../widgets/resend-confirmation.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { useAfterLogin } from "./use-after-login.ts";

const schema = v.object({
  email: typedEmail,
  password: v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Password is required`))),
  remember: v.boolean(),
});

const route = getRouteApi("/(auth)/login");

export function Login() {
  const { t } = useLingui();
  const { role, redirect, email } = route.useSearch();
  const admin = role === "admin";
  const navigate = useNavigate();
  const goOn = useAfterLogin(redirect);

  const form = useForm({
    schema,
    defaults: { email: email ?? "", password: "", remember: true },
    draft: { key: "login", lifetime: "tab", except: email ? ["password", "email"] : ["password"] },
    onSubmit: async (values) => {
      const sync = await syncIfThere();
      if (!sync) return { ok: false, error: { type: "offline" } };
      const result = await sync.signIn(values);
      if (!result.ok && result.error.type === "second_factor") {
        await navigate({ to: "/challenge", search: redirect ? { redirect } : {} });
        return undefined;
      }
      if (!result.ok && result.error.type === "password_expired") {
        await navigate({ to: "/reset-password", search: { expired: true } });
        return undefined;
      }
      if (!result.ok) return result;
      goOn(result.value);
      return { ok: true };
    },
  });
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const failure = form.failure as AuthFailure | null;

  return (
    <AuthFrame
      header={<SignUpLink search={{ redirect, email }} />}
      title={admin ? t`Admin Login` : t`Welcome back`}
      lead={
        admin ? (
          <Trans>Log in with an account that has admin rights.</Trans>
        ) : (
          <Trans>Pick up where you left off.</Trans>
        )
      }
      below={
        <Trans>
          Don't have an account?{" "}
          <TextLink to="/register" search={{ redirect, email }}>
            Register
          </TextLink>
        </Trans>
      }
    >
      {redirect && !redirect.startsWith("/tests/") && !form.failure && (
        <Notice tone="info" live title={<Trans>Authentication required</Trans>}>
          <Trans>Please log in to access this page.</Trans>
        </Notice>
      )}
      <FormFailure
        form={form}
        title={<Trans>Login failed</Trans>}
        action={failure?.type === "confirm_email" && <ResendConfirmation email={form.getValues("email")} />}
      />
      <Form form={form}>
        <FormField form={form} name="email" label={t`Email`}>
          {(field) => <EmailInput autoComplete="username" {...field} />}
        </FormField>
        <FormField form={form} name="password" label={t`Password`}>
          {(field) => <PasswordInput autoComplete="current-password" {...field} />}
        </FormField>
        <p className="-mt-3 text-sm">
          <TextLink to="/forgot-password">
            <Trans>Forgot your password?</Trans>
          </TextLink>
        </p>
        <Checkbox
          label={<Trans>Remember me</Trans>}
          help={<Trans>Stay signed in on this device after the browser is closed.</Trans>}
          {...form.register("remember")}
          // Needed for the prerendered page.
          defaultChecked={form.getValues("remember")}
        />
        <Button type="submit" variant="primary" wide pending={isSubmitting || (isSubmitSuccessful && !form.failure)}>
          <Trans>Log In</Trans>
        </Button>
      </Form>
      {!admin && <SocialButtons wanted={redirect} />}
    </AuthFrame>
  );
}
