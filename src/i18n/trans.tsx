// The component behind every <Trans> and <Plural> (lingui.config.ts). Lingui parses tags in the
// finished sentence, values included: an app called "<b>Map</b>" would show as "Map". Values are
// passed as a list of one, which Lingui does not parse.
import { Trans as LinguiTrans } from "@lingui/react";
import type { ComponentProps } from "react";

const asWritten = (value: unknown) => (typeof value === "string" && value.includes("<") ? [value] : value);

export function Trans({ values, ...rest }: ComponentProps<typeof LinguiTrans>) {
  if (!values) return <LinguiTrans {...rest} />;
  const kept = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asWritten(value)]));
  return <LinguiTrans {...rest} values={kept} />;
}
