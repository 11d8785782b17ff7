// Label, help and error of a control, linked by ids. The control gets its ids from a context.
import { Trans } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, use, useId } from "react";
import { cx } from "./cx.ts";

interface FieldIds {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}
const FieldContext = createContext<FieldIds | null>(null);

export function useFieldProps() {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
  };
}

export function useFieldGroupProps() {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    "aria-labelledby": field.labelId,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
  };
}

export interface FieldNote {
  /** Announced when it appears, and with the control. */
  text: ReactNode;
  actions: ReactNode;
}

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  /** A note about the current value. Null if there is none now; undefined if there never is. */
  note?: FieldNote | null | undefined;
  /** Shows "optional" after the label. Required fields have no mark. */
  optional?: boolean;
  /** The label names a group instead of one input. */
  group?: boolean;
  /** Visually hidden, for example beside a search icon. */
  labelHidden?: boolean;
  className?: string;
  children: ReactNode;
}

export function Field(props: FieldProps) {
  const { label, help, error, note, optional, group, labelHidden, className, children } = props;
  const id = useId();
  const ids: FieldIds = {
    id,
    labelId: `${id}-label`,
    describedBy:
      [error ? `${id}-error` : help && `${id}-help`, note && `${id}-note`].filter(Boolean).join(" ") || undefined,
    invalid: Boolean(error),
    required: !optional,
  };
  const labelClass = cx("text-sm font-semibold", labelHidden && "sr-only");
  const labelText = (
    <>
      {label}
      {optional && (
        <>
          {/* Not a margin: screen readers would read both words as one. */}{" "}
          <span className="font-normal text-muted">
            <Trans>optional</Trans>
          </span>
        </>
      )}
    </>
  );
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      {group ? (
        <span id={ids.labelId} className={labelClass}>
          {labelText}
        </span>
      ) : (
        <label id={ids.labelId} htmlFor={id} className={labelClass}>
          {labelText}
        </label>
      )}
      <FieldContext value={ids}>{children}</FieldContext>
      {/* Only one of both, because they are usually redundant. */}
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-danger text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      ) : (
        help && (
          <p id={`${id}-help`} className="text-muted text-sm">
            {help}
          </p>
        )
      )}
      {note !== undefined && (
        <FieldContext value={ids}>
          <NoteBox id={`${id}-note`} note={note} />
        </FieldContext>
      )}
    </div>
  );
}

/**
 * Its status element is always rendered, because a live region added with its text is not
 * announced.
 */
export function NoteBox({ id, note }: { id?: string; note: FieldNote | null }) {
  return (
    <div className={note ? "flex flex-col gap-2 rounded-md bg-caution-soft px-3 py-2 text-sm" : "sr-only"}>
      <div id={id} role="status">
        {note?.text}
      </div>
      {note && <div className="flex flex-wrap gap-2">{note.actions}</div>}
    </div>
  );
}
