import type { MessageDescriptor } from "@lingui/core";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { CallFailure } from "#sync/transport/result.ts";
import type { Form as FormApi } from "#ui/form/use-form.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { CallFailed } from "./call-failed.tsx";

interface CallDialogProps<I extends FieldValues, O> {
  form: FormApi<I, O>;
  title: ReactNode;
  submitLabel: ReactNode;
  /** True while the result is still arriving after the call. */
  pending?: boolean;
  textOf?: (failure: CallFailure) => MessageDescriptor;
  onClose: () => void;
  children: ReactNode;
}

export function CallDialog<I extends FieldValues, O>(props: CallDialogProps<I, O>) {
  const { textOf, children, ...dialog } = props;
  return (
    <FormDialog {...dialog}>
      <CallFailed failure={dialog.form.failure as CallFailure | null} {...(textOf ? { textOf } : {})} />
      {children}
    </FormDialog>
  );
}
