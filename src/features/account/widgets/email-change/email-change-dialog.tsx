import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { lazyMessage } from "../../../../i18n/i18n.ts";
import { useStatus } from "../../../../state/status.ts";
import { loadSync } from "../../../../state/sync.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Form, FormField } from "../../../../ui/form/form.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { EmailInput } from "../../../../ui/inputs.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { FormFailure } from "../../../sync/widgets/form-end.tsx";
import { emailLanding } from "../../email-change-landing.ts";

interface EmailChangeDialogProps {
  open: boolean;
  /** The address that the account has now. */
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
  const toast = useToast();
  const online = useStatus("online");
  const form = useForm({
    schema: v.object({
      email: v.pipe(
        v.string(),
        v.trim(),
        v.email(lazyMessage(msg`Please enter a valid email address`)),
        v.check((next) => next.toLowerCase() !== email.toLowerCase(), lazyMessage(msg`This is already your address.`)),
      ),
    }),
    defaults: { email: "" },
    onSubmit: async ({ email: next }) => {
      const sync = await loadSync();
      const begun = await sync.changeEmail(next, emailLanding());
      if (!begun.ok) {
        if (begun.error.type !== "email_taken") return begun;
        const issues = [{ path: "email", message: t`This address belongs to another account.` }];
        return { ok: false, error: { type: "invalid", issues } };
      }
      void sync.syncNow();
      toast({ title: t`Now open the links we sent you`, description: t`Nothing changes until then.` });
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
      <Button type="submit" variant="primary" className="sm:self-end" pending={form.formState.isSubmitting}>
        <Trans>Send the messages</Trans>
      </Button>
    </Form>
  );
}
