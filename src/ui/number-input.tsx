// Inputs for numbers and money. An empty or half-typed field is null, never 0: 0 would be a real
// value.
import { useLingui } from "@lingui/react";
import { type ComponentProps, useState } from "react";
import { cx } from "./cx.ts";
import { useFieldProps } from "./field.tsx";
import { controlClass } from "./inputs.tsx";

interface NumberProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Inside the field, before or after the number. */
  prefix?: string;
  suffix?: string;
}

const numberOf = (text: string): number | null => {
  const n = Number(text);
  return text.trim() === "" || !Number.isFinite(n) ? null : n;
};

export function NumberInput({ value, onChange, prefix, suffix, className, ...rest }: NumberProps) {
  // Keeps the text as typed ("1." on the way to "1.5"); a value that changed elsewhere replaces it.
  const [text, setText] = useState(value === null ? "" : String(value));
  const shown = numberOf(text) === value ? text : value === null ? "" : String(value);
  return (
    <span className={cx("relative block min-w-0", className)}>
      {prefix && <Affix className="start-3">{prefix}</Affix>}
      <input
        inputMode="decimal"
        {...useFieldProps()}
        {...rest}
        type="number"
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          onChange(numberOf(event.target.value));
        }}
        className={cx(controlClass, "tabular-nums", prefix && "ps-9", suffix && "pe-16")}
      />
      {suffix && <Affix className="end-3">{suffix}</Affix>}
    </span>
  );
}

function Affix({ className, children }: { className: string; children: string }) {
  return (
    <span aria-hidden className={cx("pointer-events-none absolute top-1/2 -translate-y-1/2 text-muted", className)}>
      {children}
    </span>
  );
}

/**
 * Corrects floating point: 1.1 × 100 is 110.00000000000001. 1.999 stays a fraction of a cent, which
 * the form refuses: no amount is rounded.
 */
function inSmallestUnit(n: number, unit: number): number {
  const exact = n * unit;
  const rounded = Math.round(exact);
  return Math.abs(exact - rounded) < 1e-6 ? rounded : exact;
}

interface MoneyProps extends Omit<NumberProps, "prefix" | "suffix" | "step"> {
  currency: string;
  /** The currency is chosen beside the field: hides its code here. */
  codeBeside?: boolean;
}

/** Value and change in the currency's smallest unit (cents). */
export function MoneyInput({ value, onChange, currency, codeBeside, ...rest }: MoneyProps) {
  const { i18n } = useLingui();
  const format = new Intl.NumberFormat(i18n.locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  const unit = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  const symbol = format.formatToParts(1).find((p) => p.type === "currency")?.value ?? currency;
  return (
    <NumberInput
      {...rest}
      step={1 / unit}
      value={value === null ? null : value / unit}
      onChange={(n) => onChange(n === null ? null : inSmallestUnit(n, unit))}
      prefix={symbol}
      {...(codeBeside ? {} : { suffix: currency })}
    />
  );
}
