import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { AuthFailure } from "../../../state/session.ts";
import type { Failure } from "../../../state/store.ts";
import { Button } from "../../../ui/button.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import { FormBar } from "../../../ui/form-bar.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { failureText } from "../failures.ts";

interface FormFailureProps {
  form: Pick<Form<Record<string, unknown>>, "failure">;
  title?: ReactNode;
  className?: string;
}

/** Why the form could not be sent. Nothing at all while it could. */
export function FormFailure({ form, ...rest }: FormFailureProps) {
  const { t } = useLingui();
  const failure = form.failure as Failure | AuthFailure | null;
  return (
    failure && (
      <Notice tone="danger" live {...rest}>
        {t(failureText(failure))}
      </Notice>
    )
  );
}

interface SaveButtonProps extends FormFailureProps {
  form: FormFailureProps["form"] & { readonly formState: { readonly isSubmitting: boolean } };
  children?: ReactNode;
}

const Save = ({ form, children }: SaveButtonProps) => (
  <Button type="submit" variant="primary" pending={form.formState.isSubmitting} className="w-fit">
    {children ?? <Trans>Save Changes</Trans>}
  </Button>
);

/** The end of a form among others: why it could not be sent, and its button. */
export function SaveButton(props: SaveButtonProps) {
  return (
    <>
      <FormFailure form={props.form} />
      <Save {...props} />
    </>
  );
}

/** The end of a long form that is what its page is for: the button is always in reach. */
export function SaveBar(props: SaveButtonProps) {
  return (
    <>
      <FormFailure form={props.form} />
      <FormBar>
        <Save {...props} />
      </FormBar>
    </>
  );
}
