import type { Labels } from "../i18n/labels.ts";
import type { Tone, Tones } from "./color-role.ts";

/** Splits rows of an enum's values into their labels and their tones. */
export function labelsAndTones<V extends string>(
  rows: {
    readonly [K in V]: readonly [Labels<V>[K], Tone];
  },
): [Labels<V>, Tones<V>] {
  const values = Object.keys(rows) as V[];
  const column = (at: 0 | 1) => Object.fromEntries(values.map((value) => [value, rows[value][at]]));
  return [column(0) as Labels<V>, column(1) as Tones<V>];
}
