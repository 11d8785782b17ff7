import { Trans, useLingui } from "@lingui/react/macro";
import { failureText } from "#features/sync/failures.ts";
import { loadSync } from "#state/sync.ts";
import { FormField } from "#ui/form/form.tsx";
import { invalid, useForm } from "#ui/form/use-form.ts";
import { PasswordInput } from "#ui/password-input.tsx";
import { showToast } from "#ui/toast.tsx";
import { atPassword, changedPassword } from "../../password-schema.ts";
import { NewPasswordForm } from "../../widgets/new-password-form.tsx";
import { Part } from "./account-section.tsx";

/** Asks for the current password, because the device may be in another person's hands. */
export function Password() {
  const { t } = useLingui();
  const form = useForm({
    schema: changedPassword,
    defaults: { current: "", password: "", confirm: "" },
    onSubmit: async ({ current, password }) => {
      const sync = await loadSync();
      const done = await sync.changePassword(current, password);
      if (!done.ok && done.error.type === "wrong_current_password")
        return invalid("current", t(failureText(done.error)));
      if (!done.ok) return atPassword(done.error);
      form.reset();
      showToast({ title: t`Password changed`, description: t`All your other devices have been logged out.` });
      return undefined;
    },
  });
  return (
    <Part
      id="password"
      title={<Trans>Password</Trans>}
      lead={<Trans>You need to be online to change it. It logs out all your other devices.</Trans>}
    >
      <div className="flex flex-col gap-4">
        <NewPasswordForm form={form} className="max-w-md" button={{ className: "max-sm:w-full sm:self-start" }}>
          <FormField form={form} name="current" label={t`Current password`}>
            {(field) => <PasswordInput autoComplete="current-password" {...field} />}
          </FormField>
        </NewPasswordForm>
      </div>
    </Part>
  );
}
