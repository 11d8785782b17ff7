// Dialog with a form for adding and editing a user. Server errors are shown above the fields.
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import type { FieldValues, Path } from "react-hook-form";
import type * as v from "valibot";
import { failureText } from "#features/sync/failures.ts";
import { callServer } from "#state/call-server.ts";
import type { Transport } from "#state/sync.ts";
import type { Done } from "#sync/mutations/admin.ts";
import { Form, FormField } from "#ui/form/form.tsx";
import { type Form as FormApi, useForm } from "#ui/form/use-form.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";

interface UserFormOptions<I extends FieldValues, O> {
  schema: v.GenericSchema<I, O>;
  defaults: I;
  draft?: string;
  call: (values: O) => (transport: Transport) => Promise<Done>;
  onDone: (values: O) => void;
}

export function useUserForm<I extends FieldValues, O>(options: UserFormOptions<I, O>): FormApi<I, O> {
  const { schema, defaults, draft, call, onDone } = options;
  const { t } = useLingui();
  return useForm<I, O>({
    schema,
    defaults,
    ...(draft ? { draft: { key: draft } } : {}),
    onSubmit: async (values) => {
      const done = await callServer(call(values));
      if (!done.ok) {
        const message = t(failureText(done.error));
        return { ok: false, error: { type: "call", issues: [{ path: "call", message }] } };
      }
      onDone(values);
      return { ok: true };
    },
  });
}

interface UserDialogProps<I extends FieldValues, O> {
  form: FormApi<I, O>;
  title: ReactNode;
  sendLabel: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** @template I has `name` */
export function UserDialog<I extends FieldValues & { name: string }, O>(props: UserDialogProps<I, O>) {
  const { form, title, sendLabel, onClose, children } = props;
  const { t } = useLingui();
  const id = useId();
  return (
    <FormDialog
      formId={id}
      onClose={onClose}
      title={title}
      submitLabel={sendLabel}
      pending={form.formState.isSubmitting}
    >
      <Form form={form} id={id}>
        {form.failure && (
          <Notice tone="danger" live>
            {form.failure.issues?.[0]?.message}
          </Notice>
        )}
        <FormField form={form} name={"name" as Path<I>} label={t`Name`}>
          {(field) => <TextInput autoComplete="off" {...field} />}
        </FormField>
        {children}
      </Form>
    </FormDialog>
  );
}
