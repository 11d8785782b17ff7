import { useLingui } from "@lingui/react/macro";
import type { Account } from "../../../../../sync/schema/accounts.ts";
import { Field } from "../../../../ui/field.tsx";
import { TextInput } from "../../../../ui/inputs.tsx";
import { EmailChangeButton, EmailChangeState } from "./email-change.tsx";

interface EmailFieldProps {
  /** Null: not on this device yet. */
  account: Account | null;
  email: string;
}

/**
 * The address in a profile's form. It is not saved with the rest: both addresses have to confirm a
 * change first.
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
