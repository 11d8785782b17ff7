import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import type { Form as FormApi } from "#ui/form/use-form.ts";
import { PasswordInput } from "#ui/password-input.tsx";
import { FormFailure } from "../../sync/widgets/form-failure.tsx";
import { usePasswordHelp } from "../password-help.ts";

interface NewPasswordFormProps<I extends FieldValues, O> {
  form: FormApi<I, O>;
  className?: string;
  button: { variant?: ButtonVariant; className: string };
  children?: ReactNode;
}

/** @template I has `password` and `confirm` */
export function NewPasswordForm<I extends FieldValues & { password: string; confirm: string }, O>(
  props: NewPasswordFormProps<I, O>,
) {
  const { form, className, button, children } = props;
  const { t } = useLingui();
  const help = usePasswordHelp();
  const [password, confirm] = ["password" as Path<I>, "confirm" as Path<I>];
  return (
    <>
      <FormFailure form={form} title={<Trans>The password was not changed</Trans>} />
      <Form form={form} {...(className ? { className } : {})}>
        {children}
        <FormField form={form} name={password} deps={[confirm]} label={t`New password`} help={help}>
          {(field) => <PasswordInput autoComplete="new-password" {...field} />}
        </FormField>
        <FormField form={form} name={confirm} label={t`Confirm new password`}>
          {(field) => <PasswordInput autoComplete="new-password" {...field} />}
        </FormField>
        <Button type="submit" pending={form.formState.isSubmitting} {...button}>
          <Trans>Change password</Trans>
        </Button>
      </Form>
    </>
  );
}
