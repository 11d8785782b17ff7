import { useLingui } from "@lingui/react/macro";
import type { Account } from "#sync/schema/accounts.ts";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { EmailChangeButton, EmailChangeState } from "./email-change.tsx";

interface EmailFieldProps {
  account: Account | null;
  email: string;
}

/**
 * The address in the profile form. Not saved with the form, because both addresses must confirm a
 * change.
 */
export function EmailField({ account, email }: EmailFieldProps) {
  const { t } = useLingui();
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Field label={t`Email`} help={t`Only you and the admins can see it.`}>
        <div className="flex flex-wrap gap-2 sm:flex-nowrap">
          <TextInput type="email" value={email} readOnly className="min-w-48 flex-1" />
          <EmailChangeButton email={email} />
        </div>
      </Field>
      <EmailChangeState account={account} />
    </div>
  );
}
