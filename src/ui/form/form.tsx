// `<Form>` submits on Enter with our validation; `<FormField>` wraps native inputs, `<FormControl>`
// controls with `value` and `onChange`.
import type { ComponentProps, ReactNode } from "react";
import {
  type ControllerRenderProps,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  useController,
  useFormState,
} from "react-hook-form";
import { cx } from "../cx.ts";
import { Field, type FieldProps } from "../field.tsx";
import { concurrentChangeNote } from "./concurrent-change-note.tsx";
import type { Form as FormApi } from "./use-form.ts";

interface FormProps<I extends FieldValues, O> extends Omit<ComponentProps<"form">, "onSubmit"> {
  form: FormApi<I, O>;
}

export function Form<I extends FieldValues, O>({ form, className, children, ...rest }: FormProps<I, O>) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        // React events bubble through portals: a form in a dialog must not submit the form behind
        // the dialog.
        event.stopPropagation();
        void form.send(event);
      }}
      className={cx("flex flex-col gap-5", className)}
    >
      {children}
    </form>
  );
}

interface NamedField<I extends FieldValues, O, N extends Path<I>>
  extends Omit<FieldProps, "error" | "note" | "children"> {
  form: FormApi<I, O>;
  name: N;
}

/**
 * `<FormField form={form} name="email" label={…}>{(field) => <TextInput type="email" {...field}
 * />}</FormField>`
 */
export function FormField<I extends FieldValues, O, N extends Path<I>>(
  props: NamedField<I, O, N> & {
    /** Fields whose validation depends on this one. */
    deps?: Path<I>[];
    children: (field: UseFormRegisterReturn<N>) => ReactNode;
  },
) {
  const { form, name, deps, children, ...field } = props;
  const { errors } = useFormState({ control: form.control, name, exact: true });
  return (
    <Field {...field} error={messageAt(errors, name)} note={concurrentChangeNote(form, name)}>
      {children(form.register(name, deps ? { deps } : undefined))}
    </Field>
  );
}

/**
 * `<FormControl form={form} name="rating" label={…} group>{(field) => <RatingInput {...field}
 * />}</FormControl>`
 */
export function FormControl<I extends FieldValues, O, N extends Path<I>>(
  props: NamedField<I, O, N> & { children: (field: ControllerRenderProps<I, N>) => ReactNode },
) {
  const { form, name, children, ...rest } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  return (
    <Field {...rest} error={fieldState.error?.message} note={concurrentChangeNote(form, name)}>
      {children(field)}
    </Field>
  );
}

function messageAt(errors: object, path: string): string | undefined {
  let at: unknown = errors;
  for (const part of path.split(".")) at = (at as Record<string, unknown> | undefined)?.[part];
  const message = (at as { message?: unknown } | undefined)?.message;
  return typeof message === "string" ? message : undefined;
}
