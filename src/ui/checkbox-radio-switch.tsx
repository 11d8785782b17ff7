import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { useFieldGroupProps, useFieldProps } from "./field.tsx";

interface ToggleProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  help?: ReactNode;
}

interface CheckboxProps extends ToggleProps {
  /** Hidden because visible text next to the box says the same. */
  labelHidden?: boolean;
}

const boxClass = cx(
  "peer size-5 shrink-0 appearance-none border border-line-strong bg-raised transition-colors duration-150",
  "checked:border-accent checked:bg-accent forced-colors:checked:bg-[Highlight] aria-invalid:border-danger disabled:opacity-55",
);

export function Checkbox({ label, help, labelHidden, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cx("flex min-h-11 items-start gap-3 py-2.5 md:pointer-fine:min-h-9 md:pointer-fine:py-2", className)}
    >
      <span className="relative mt-0.5 grid">
        <input type="checkbox" {...rest} className={cx(boxClass, "rounded-[5px]")} />
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className="pointer-events-none absolute inset-0 size-5 stroke-2 stroke-on-accent opacity-0 peer-checked:opacity-100"
        >
          <path d="m5.5 10.5 3 3 6-7" fill="none" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      {labelHidden ? <span className="sr-only">{label}</span> : <ToggleText label={label} help={help} />}
    </label>
  );
}

export function Switch({ label, help, className, ...rest }: ToggleProps) {
  return (
    <label className={cx("flex min-h-11 items-start justify-between gap-4 py-2.5", className)}>
      <ToggleText label={label} help={help} />
      <span className="relative mt-0.5 inline-flex shrink-0">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state
          role="switch"
          {...useFieldProps()}
          {...rest}
          className="peer h-6 w-11 appearance-none rounded-full border border-line-strong bg-sunken transition-colors duration-150 checked:border-accent checked:bg-accent disabled:opacity-55 forced-colors:checked:bg-[Highlight]"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-1 top-1 size-4 rounded-full bg-line-strong transition-[translate,background-color] duration-150 peer-checked:translate-x-5 peer-checked:bg-on-accent"
        />
      </span>
    </label>
  );
}

function ToggleText({ label, help }: { label: ReactNode; help: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block">{label}</span>
      {help && <span className="block text-muted text-sm">{help}</span>}
    </span>
  );
}

/** The boxes of one question, inside a Field with `group`. */
export function CheckboxGroup({ children }: { children: ReactNode }) {
  // A group cannot be required.
  const { "aria-required": _, ...props } = useFieldGroupProps();
  return (
    <div role="group" {...props} className="flex flex-col">
      {children}
    </div>
  );
}

interface RadioOption<T extends string> {
  value: T;
  label: ReactNode;
  help?: ReactNode;
  icon?: ReactNode;
}

interface RadioGroupProps<T extends string> extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  name: string;
  options: readonly RadioOption<T>[];
  value: T | null;
  onChange: (value: T) => void;
  layout?: "cards" | "list";
}

export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { options, value, onChange, layout = "list", className, ref, ...rest } = props;
  return (
    <div
      role="radiogroup"
      {...useFieldGroupProps()}
      className={cx(layout === "cards" ? "grid gap-3 sm:auto-cols-fr sm:grid-flow-col" : "flex flex-col", className)}
    >
      {options.map((option, index) => (
        <label
          key={option.value}
          className={cx(
            "flex items-start gap-3",
            layout === "cards"
              ? "rounded-lg border border-line-strong bg-raised p-4 transition-colors hover:border-muted has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
              : "min-h-11 py-2.5 md:pointer-fine:min-h-9 md:pointer-fine:py-2",
          )}
        >
          <span className="relative mt-0.5 grid">
            <input
              {...rest}
              ref={index === 0 ? ref : undefined}
              type="radio"
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={cx(boxClass, "rounded-full", layout === "cards" && "focus-visible:outline-none")}
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 m-auto size-2 rounded-full bg-on-accent opacity-0 peer-checked:opacity-100"
            />
          </span>
          <span className="min-w-0">
            <span className={cx("flex items-center gap-2", layout === "cards" && "font-semibold")}>
              {option.icon}
              {option.label}
            </span>
            {option.help && <span className="block text-muted text-sm">{option.help}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
