// Shown when the server rejects the session. The device database stays usable; after signing in
// again here, pending changes are sent.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation, useNavigate } from "@tanstack/react-router";
import * as v from "valibot";
import { failureText } from "../features/sync/failures.ts";
import { lazyMessage } from "../i18n/i18n.ts";
import type { Person } from "../state/session.ts";
import { loadSync } from "../state/sync.ts";
import { Button } from "../ui/button.tsx";
import { Form, FormField } from "../ui/form/form.tsx";
import { invalid, useForm } from "../ui/form/use-form.ts";
import { TextInput } from "../ui/inputs.tsx";
import { Notice } from "../ui/notice.tsx";
import { showToast } from "../ui/toast.tsx";

const schema = v.object({ password: v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Password is required`))) });

export function LockedNotice({ person }: { person: Person }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const location = useLocation();
  const form = useForm({
    schema,
    defaults: { password: "" },
    onSubmit: async ({ password }) => {
      const sync = await loadSync();
      const result = await sync.signIn({ email: person.email, password, remember: true });
      if (result.ok) {
        showToast({ title: t`Signed in again. Your changes are being sent.` });
        return undefined;
      }
      if (result.error.type === "second_factor") {
        await navigate({ to: "/challenge", search: { redirect: location.href } });
        return undefined;
      }
      if (result.error.type === "password_expired") {
        await navigate({ to: "/reset-password", search: { expired: true } });
        return undefined;
      }
      return invalid("password", t(failureText(result.error)));
    },
  });
  const { email } = person;
  return (
    <Notice tone="caution" live title={<Trans>Sign in again to send your changes</Trans>}>
      <p>
        <Trans>
          Your session as {email} has ended. Everything on this device is still here and you can keep working.
        </Trans>
      </p>
      <Form form={form} className="mt-3 max-w-lg gap-3 sm:flex-row sm:items-start">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <FormField form={form} name="password" label={t`Password`} labelHidden className="flex-1">
          {(field) => (
            <TextInput type="password" autoComplete="current-password" placeholder={t`Password`} {...field} />
          )}
        </FormField>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          <Trans>Sign in</Trans>
        </Button>
      </Form>
    </Notice>
  );
}
