// Registration. `?role=` preselects a role; the server decides.

import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import * as v from "valibot";
import { LogInLink } from "#features/site/widgets/public-header.tsx";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import { useLocale } from "#i18n/use-locale.ts";
import { REDIRECT_AFTER_SIGNUP_MS } from "#lib/constants.ts";
import { homeOf } from "#state/session.ts";
import { refreshSite, useSite } from "#state/site-settings.ts";
import { syncIfThere } from "#state/sync.ts";
import { Button, LinkButton, TextLink } from "#ui/button.tsx";
import { RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { Form, FormControl, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { EmailInput, TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { showToast } from "#ui/toast.tsx";
import { useTimeout } from "#ui/use-timeout.ts";
import { typedEmail } from "../../email-schema.ts";
import { displayName } from "../../name-schema.ts";
import { usePasswordHelp } from "../../password-help.ts";
import { atPassword, passwordEntries, passwordsMatch } from "../../password-schema.ts";
import { AuthFrame } from "./auth-frame.tsx";

const schema = v.pipe(
  v.object({
    name: displayName,
    email: typedEmail,
    ...passwordEntries,
    role: v.picklist(["tester", "developer"]),
  }),
  passwordsMatch(),
);

const route = getRouteApi("/(auth)/register");

export function Register() {
  const { registration } = useSite();
  useEffect(() => void refreshSite(), []);
  return registration ? <RegisterForm /> : <RegistrationClosed />;
}

function RegistrationClosed() {
  const { t } = useLingui();
  const { redirect, email } = route.useSearch();
  return (
    <AuthFrame
      header={<LogInLink search={{ redirect, email }} />}
      title={t`Create your account`}
      lead={<Trans>Registration is currently closed.</Trans>}
      below={
        <Trans>
          Not invited yet? <TextLink to="/contact">Write to us</TextLink>.
        </Trans>
      }
    >
      <Notice tone="info">
        <Trans>Invited people get a message with a link and choose a password there.</Trans>
      </Notice>
      <LinkButton to="/login" search={{ redirect, email }} variant="primary" wide>
        <Trans>Log In</Trans>
      </LinkButton>
    </AuthFrame>
  );
}

function RegisterForm() {
  const { t } = useLingui();
  const [language] = useLocale();
  const { role, redirect, email } = route.useSearch();
  const passwordHelp = usePasswordHelp();
  const [later, cancel] = useTimeout();
  const navigate = useNavigate();
  const router = useRouter();

  const form = useForm({
    schema,
    defaults: { name: "", email: email ?? "", password: "", confirm: "", role: role ?? ("tester" as const) },
    // Without the role and an address from an invitation, which the URL contains.
    draft: {
      key: "register",
      lifetime: "tab",
      except: ["password", "confirm", "role", ...(email ? (["email"] as const) : [])],
    },
    onSubmit: async ({ confirm: _, ...input }) => {
      const sync = await syncIfThere();
      if (!sync) return { ok: false, error: { type: "offline" } };
      const result = await sync.signUp({ ...input, language, landing: `${window.location.origin}/auth/callback` });
      const unverified = !result.ok && result.error.type === "confirm_email";
      if (!result.ok && !unverified) {
        // Registration may have been closed in the meantime.
        void refreshSite();
        if (result.error.type === "email_taken") {
          later(
            REDIRECT_AFTER_SIGNUP_MS,
            () => void navigate({ to: "/login", search: { email: input.email, redirect } }),
          );
        }
        return atPassword(result.error);
      }
      const made = result.ok ? result.value.role : input.role;
      const hide = showToast({
        title: t`Account created!`,
        description:
          made === "developer"
            ? t`You've registered as a developer. Please check your email to verify your account.`
            : t`You've registered as a tester. Please check your email to verify your account.`,
      });
      later(REDIRECT_AFTER_SIGNUP_MS, () => {
        if (unverified) void navigate({ to: "/verify-email", search: { email: input.email }, replace: true });
        else if (redirect && !(made === "developer" && redirect.startsWith("/tester/"))) {
          // It would cover the next button on a phone.
          hide();
          router.history.replace(redirect);
        } else void navigate({ to: homeOf(made), replace: true });
      });
      return { ok: true };
    },
  });
  const { isSubmitting, isSubmitSuccessful } = form.formState;

  return (
    <AuthFrame
      header={<LogInLink search={{ redirect, email }} />}
      title={t`Create your account`}
      lead={<Trans>Free for testers and developers.</Trans>}
      below={
        <Trans>
          Already have an account?{" "}
          <TextLink to="/login" search={{ redirect, email }}>
            Log In
          </TextLink>
        </Trans>
      }
    >
      <FormFailure form={form} title={<Trans>Registration failed</Trans>} />
      {/* Correcting the address cancels the pending redirect. */}
      <Form form={form} onInput={form.failure ? cancel : undefined}>
        <FormControl form={form} name="role" label={t`I want to join as`} group>
          {({ ref, ...field }) => (
            <RadioGroup
              {...field}
              layout="cards"
              options={[
                { value: "tester", label: t`Tester`, help: t`Try apps, report, earn` },
                { value: "developer", label: t`Developer`, help: t`Run campaigns, get reports` },
              ]}
            />
          )}
        </FormControl>
        <FormField form={form} name="name" label={t`Full Name`}>
          {(field) => <TextInput autoComplete="name" {...field} />}
        </FormField>
        <FormField form={form} name="email" label={t`Email`}>
          {(field) => <EmailInput autoComplete="email" {...field} />}
        </FormField>
        <FormField form={form} name="password" deps={["confirm"]} label={t`Password`} help={passwordHelp}>
          {(field) => <PasswordInput autoComplete="new-password" {...field} />}
        </FormField>
        <FormField form={form} name="confirm" label={t`Confirm Password`}>
          {(field) => <PasswordInput autoComplete="new-password" {...field} />}
        </FormField>
        <p className="text-pretty text-muted text-sm">
          <Trans>
            By creating an account you accept the <TextLink to="/terms">Terms of Service</TextLink> and the{" "}
            <TextLink to="/privacy">Privacy Policy</TextLink>. You are 18 or older, or have the permission of a parent
            or legal guardian.
          </Trans>
        </p>
        <Button type="submit" variant="primary" wide pending={isSubmitting || (isSubmitSuccessful && !form.failure)}>
          <Trans>Create Account</Trans>
        </Button>
      </Form>
    </AuthFrame>
  );
}
