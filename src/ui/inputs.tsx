// Styled native text controls, for use alone or inside a Field.
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useFieldProps } from "./field.tsx";
import { textLimit } from "./text-limit.ts";

export const controlClass = cx(
  "tap w-full min-w-0 rounded-md border border-line-strong bg-raised px-3 py-2 text-text",
  "transition-colors duration-150 hover:border-muted",
  "focus-visible:border-accent focus-visible:outline-offset-0",
  "aria-invalid:border-danger disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken",
);

export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input
      type="text"
      dir="auto"
      {...useFieldProps()}
      {...rest}
      {...textLimit(rest)}
      className={cx(controlClass, className)}
    />
  );
}

/** Uses the e-mail keyboard and disables autocorrection. */
export const EmailInput = (props: ComponentProps<"input">) => (
  <TextInput type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
);

/** With field-sizing the box follows its text; this keeps the height of the empty rows. */
const rowsClass = {
  2: "min-h-[4.1rem]",
  3: "min-h-[5.6rem]",
  4: "min-h-[7.1rem]",
  5: "min-h-[8.6rem]",
  6: "min-h-[10.1rem]",
  7: "min-h-[11.6rem]",
} as const;

interface TextAreaProps extends ComponentProps<"textarea"> {
  rows?: keyof typeof rowsClass;
}

export function TextArea({ className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={rows}
      dir="auto"
      {...useFieldProps()}
      {...rest}
      {...textLimit(rest)}
      className={cx(
        controlClass,
        rowsClass[rows],
        "field-sizing-content max-h-[60dvh] resize-y leading-normal",
        className,
      )}
    />
  );
}

/**
 * A calendar day as `YYYY-MM-DD`. The maximum keeps browsers from accepting a fifth digit of the
 * year.
 */
export function DateInput({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input
      {...useFieldProps()}
      max="9999-12-31"
      {...rest}
      type="date"
      className={cx(controlClass, "tabular-nums", className)}
    />
  );
}

interface Option<T extends string = string> {
  value: T;
  label: string;
  /** Heading of the options that have it. Options without one come first. */
  group?: string;
}

export interface SelectProps extends ComponentProps<"select"> {
  options: readonly Option[];
  placeholder?: string;
}

const optionsOf = (options: readonly Option[]) =>
  options.map((o) => (
    <option key={o.value} value={o.value}>
      {o.label}
    </option>
  ));

export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className={cx("relative block min-w-0", className)}>
      <select {...useFieldProps()} {...rest} className={cx(controlClass, "appearance-none truncate pe-10")}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {optionsOf(options.filter(({ group }) => group === undefined))}
        {[...new Set(options.flatMap(({ group }) => group ?? []))].map((group) => (
          <optgroup key={group} label={group}>
            {optionsOf(options.filter((o) => o.group === group))}
          </optgroup>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute end-3 top-1/2 size-5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
