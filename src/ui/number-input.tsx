// Inputs for numbers and money. Text fields, because number fields read `12,50` as 1250 and change
// on scrolling. An empty field is null, never 0. Invalid text becomes NaN, which every form rejects
// (`anyNumber`).
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";
import { type ComponentProps, useState } from "react";
import * as v from "valibot";
import { lazyMessage } from "../i18n/i18n.ts";
import { parseNumber, typedNumber } from "../lib/typed-number.ts";
import { cx } from "./cx.ts";
import { useFieldProps } from "./field.tsx";
import { controlClass } from "./inputs.tsx";

/** Schema of a NumberInput or MoneyInput; null when empty. */
export const anyNumber = v.nullable(v.number(lazyMessage(msg`Write only a number, such as 1250 or 12.50.`)));

type Native = Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "min" | "max" | "step" | "inputMode">;

interface NumberProps extends Native {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Inside the field, before or after the number. */
  prefix?: string;
  suffix?: string;
}

interface NumberInputProps extends NumberProps {
  /** False offers a decimal separator on phones. */
  whole?: boolean;
}

export function NumberInput({ value, onChange, prefix, suffix, whole = true, className, ...rest }: NumberInputProps) {
  const { locale } = useLingui().i18n;
  const numberOf = (text: string): number | null => {
    const parsed = parseNumber(text, locale);
    return parsed.ok ? parsed.value : Number.NaN;
  };
  const textOf = (n: number | null) => (n === null || Number.isNaN(n) ? "" : typedNumber(n, locale));
  // Keep the text as typed ("1." before "1.5") until the value changes elsewhere.
  const [text, setText] = useState(() => textOf(value));
  const shown = Object.is(numberOf(text), value) ? text : textOf(value);
  return (
    <span className={cx("relative block min-w-0", className)}>
      {prefix && <Affix className="start-3">{prefix}</Affix>}
      <input
        autoComplete="off"
        {...useFieldProps()}
        {...rest}
        type="text"
        inputMode={whole ? "numeric" : "decimal"}
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
 * the form rejects instead of rounding.
 */
function inSmallestUnit(n: number, unit: number): number {
  const exact = n * unit;
  const rounded = Math.round(exact);
  return Math.abs(exact - rounded) < 1e-6 ? rounded : exact;
}

interface MoneyProps extends Omit<NumberProps, "prefix" | "suffix"> {
  currency: string;
  /** Hides the currency code, because the currency select is next to the field. */
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
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  const unit = 10 ** decimals;
  const symbol = format.formatToParts(1).find((p) => p.type === "currency")?.value ?? currency;
  return (
    <NumberInput
      {...rest}
      whole={decimals === 0}
      value={value === null ? null : value / unit}
      onChange={(n) => onChange(n === null ? null : inSmallestUnit(n, unit))}
      prefix={symbol}
      {...(codeBeside ? {} : { suffix: currency })}
    />
  );
}
