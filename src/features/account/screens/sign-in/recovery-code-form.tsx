// A recovery code in the place of the app's: turns two-step verification off and logs in.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import * as v from "valibot";
import { lazyMessage } from "../../../../i18n/i18n.ts";
import type { Person } from "../../../../state/session.ts";
import { syncIfThere } from "../../../../state/sync.ts";
import { Button } from "../../../../ui/button.tsx";
import { Form, FormField } from "../../../../ui/form/form.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { TextInput } from "../../../../ui/inputs.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { failureText } from "../../../sync/failures.ts";
import { FormFailure } from "../../../sync/widgets/form-end.tsx";

interface RecoveryCodeFormProps {
  onRecovered: (person: Person) => Promise<void> | void;
  /** The code was right and the password is too old. */
  onExpired: () => Promise<void>;
}

const recoveryCode = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => text.toLowerCase().replace(/[^a-z0-9]/g, "")),
    v.length(16, lazyMessage(msg`A recovery code has 16 letters and digits, like abcd-efgh-jkmn-pqrs.`)),
  ),
});

export function RecoveryCodeForm({ onRecovered, onExpired }: RecoveryCodeFormProps) {
  const { t } = useLingui();
  const toast = useToast();
  const form = useForm({
    schema: recoveryCode,
    defaults: { code: "" },
    onSubmit: async ({ code }) => {
      const sync = await syncIfThere();
      if (!sync) return { ok: false, error: { type: "offline" } };
      const done = await sync.redeemRecoveryCode(code);
      if (!done.ok && done.error.type === "wrong_recovery_code") {
        const issues = [{ path: "code", message: t(failureText(done.error)) }];
        return { ok: false, error: { type: "invalid", issues } };
      }
      if (!done.ok && done.error.type !== "password_expired") return done;
      toast({ title: t`Two-step verification is off`, description: t`All your other devices have been logged out.` });
      if (done.ok) await onRecovered(done.value);
      else await onExpired();
      return undefined;
    },
  });
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <>
      <FormFailure form={form} title={<Trans>Login failed</Trans>} />
      <Form form={form}>
        <FormField
          form={form}
          name="code"
          label={t`Recovery code`}
          help={t`Any one of those you saved. It turns two-step verification off, and the others end with it.`}
        >
          {(field) => (
            <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={40} {...field} />
          )}
        </FormField>
        <Button type="submit" variant="primary" wide pending={isSubmitting || (isSubmitSuccessful && !form.failure)}>
          <Trans>Log in with this code</Trans>
        </Button>
      </Form>
    </>
  );
}
