import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import type { Form } from "#ui/form/use-form.ts";
import { FormBar } from "#ui/form-bar.tsx";
import { useConfirm } from "#ui/use-confirm.ts";
import { FormFailure, type FormFailureProps } from "./form-failure.tsx";

interface SaveBarProps extends FormFailureProps {
  form: FormFailureProps["form"] &
    Pick<Form<Record<string, unknown>>, "discard" | "restored" | "send"> & {
      readonly unsaved: readonly string[];
      readonly formState: { readonly isSubmitting: boolean };
    };
  /** Names unsaved fields; without it only their number is shown. */
  nameOf?: (field: string) => string;
  /** A short form on a page with more content: the buttons are sticky only while it has changes. */
  short?: boolean;
  children?: ReactNode;
}

/** Shows unsaved changes, including those restored from a draft. */
function Save({ form, nameOf, children }: SaveBarProps) {
  const { isSubmitting } = form.formState;
  const discard = useConfirm(async (close) => {
    close();
    form.discard();
  });
  const shown = form.unsaved.length > 0 && !isSubmitting;
  const fields = nameOf ? form.unsaved.map(nameOf).join(", ") : "";
  return (
    <>
      <p role="status" className={shown ? "min-w-0 break-words text-sm max-sm:basis-full sm:flex-1" : "sr-only"}>
        {shown && (
          <span className="font-semibold text-caution">
            {fields === "" ? <Trans>You have unsaved changes.</Trans> : <Trans>Not saved yet: {fields}</Trans>}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          pending={isSubmitting}
          className="w-fit"
          onClick={(event) => {
            // `FormBarsOfPage` draws it outside of the form, where the browser submits nothing.
            if (!event.currentTarget.form) void form.send();
          }}
        >
          {children ?? <Trans>Save Changes</Trans>}
        </Button>
        {shown && (
          <Button opensDialog onClick={discard.ask}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
      </div>
      <ConfirmDialog
        {...discard.dialog}
        title={<Trans>Discard your changes?</Trans>}
        confirmLabel={<Trans>Discard changes</Trans>}
      >
        <Trans>The form shows the saved values again.</Trans>
      </ConfirmDialog>
    </>
  );
}

/** The sticky buttons of a form that shows errors itself. */
export const SaveActionsBar = (props: SaveBarProps) => (
  <FormBar
    sticky={!props.short || props.form.unsaved.length > 0}
    follows={props.form.restored && props.form.unsaved.length > 0}
  >
    <Save {...props} />
  </FormBar>
);

/** The end of a form on a page: errors and sticky buttons. */
export function SaveBar(props: SaveBarProps) {
  return (
    <>
      <FormFailure form={props.form} />
      <SaveActionsBar {...props} />
    </>
  );
}
