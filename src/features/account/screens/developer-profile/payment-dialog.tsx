import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { oneLine } from "#sync/inputs/single-line.ts";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextInput } from "#ui/inputs.tsx";
import type { BillingInfo } from "./plans.ts";

/** Rejects full card numbers, because this database is not meant to protect them. */
const isCardNumber = (text: string) => text.replace(/\D/g, "").length >= 8;

interface PaymentDialogProps {
  billing: BillingInfo;
  onClose: () => void;
  onChange: (next: Pick<BillingInfo, "payment_method">) => void;
}

export function PaymentDialog({ billing, onClose, onChange }: PaymentDialogProps) {
  const { t } = useLingui();
  const [method, setMethod] = useState(billing.payment_method);
  const [error, setError] = useState<string>();
  const submit = () => {
    if (isCardNumber(method)) return setError(t`Never enter the full number: the last four digits are enough.`);
    onChange({ payment_method: oneLine(method) });
  };
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={<Trans>Update Payment Method</Trans>}
      submitLabel={<Trans>Save method</Trans>}
    >
      <Field
        label={t`Payment method`}
        optional
        error={error}
        help={t`A name you will recognise, such as “Visa ending in 4242”. Nothing is charged.`}
      >
        <TextInput
          autoComplete="off"
          maxLength={120}
          value={method}
          onChange={(event) => {
            setMethod(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}
