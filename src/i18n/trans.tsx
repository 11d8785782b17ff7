// Replaces Lingui's <Trans> and <Plural> (`lingui.config.ts`). Lingui parses tags in values too, so
// "<b>Map</b>" would show as "Map"; values in an array are not parsed. Isolates right-to-left
// values.
import { Trans as LinguiTrans } from "@lingui/react";
import type { ComponentProps } from "react";
import { needsIsolation } from "./isolate.ts";

function asWritten(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (needsIsolation(value)) return [<bdi key="value">{value}</bdi>];
  return value.includes("<") ? [value] : value;
}

export function Trans({ values, ...rest }: ComponentProps<typeof LinguiTrans>) {
  if (!values) return <LinguiTrans {...rest} />;
  const kept = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asWritten(value)]));
  return <LinguiTrans {...rest} values={kept} />;
}
