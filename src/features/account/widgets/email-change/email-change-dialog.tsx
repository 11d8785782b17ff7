import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { failureText } from "#features/sync/failures.ts";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import { useStatus } from "#state/status.ts";
import { loadSync } from "#state/sync.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { invalid, useForm } from "#ui/form/use-form.ts";
import { EmailInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { showToast } from "#ui/toast.tsx";
import { emailLanding } from "../../email-change-landing.ts";
import { typedEmail } from "../../email-schema.ts";

interface EmailChangeDialogProps {
  open: boolean;
  email: string;
  onClose: () => void;
}

export function EmailChangeDialog(props: EmailChangeDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t`Change your email address`} size="sm">
      <NewAddress {...props} />
    </Dialog>
  );
}

function NewAddress({ email, onClose }: EmailChangeDialogProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const form = useForm({
    schema: v.object({
      email: v.pipe(
        typedEmail,
        v.check((next) => next !== email, lazyMessage(msg`This is already your address.`)),
      ),
      current: v.string(),
    }),
    defaults: { email: "", current: "" },
    onSubmit: async ({ email: next, current }) => {
      const sync = await loadSync();
      const begun = await sync.changeEmail(next, current, emailLanding());
      if (!begun.ok) {
        if (begun.error.type === "email_taken") return invalid("email", t`This address belongs to another account.`);
        if (begun.error.type === "wrong_current_password") return invalid("current", t(failureText(begun.error)));
        return begun;
      }
      void sync.syncNow();
      showToast({ title: t`Now open the links we sent you`, description: t`Nothing changes until then.` });
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <p className="text-muted text-sm">
        <Trans>
          We will write to {email} and to the new address. Once you have opened the links in both messages, you log in
          with the new one.
        </Trans>
      </p>
      {!online && !form.failure && (
        <Notice>
          <Trans>You are offline. Connect to change your address.</Trans>
        </Notice>
      )}
      <FormFailure form={form} title={<Trans>The change could not be started</Trans>} />
      <FormField form={form} name="email" label={t`New email address`}>
        {(field) => <EmailInput autoComplete="email" maxLength={255} {...field} />}
      </FormField>
      <FormField
        form={form}
        name="current"
        label={t`Current password`}
        help={t`Leave it empty if you only log in with Google or GitHub.`}
      >
        {(field) => <PasswordInput autoComplete="current-password" {...field} />}
      </FormField>
      <Button type="submit" variant="primary" className="sm:self-end" pending={form.formState.isSubmitting}>
        <Trans>Send the messages</Trans>
      </Button>
    </Form>
  );
}
