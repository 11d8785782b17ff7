// The component behind every <Trans> and <Plural> (lingui.config.ts). Lingui looks for its own tags
// in the finished sentence, values included: a person who calls an app "<b>Map</b>" would read
// "Map". What people wrote goes in as a list of one, which Lingui takes for an element and does not
// read.
import { Trans as LinguiTrans } from "@lingui/react";
import type { ComponentProps } from "react";

const asWritten = (value: unknown) => (typeof value === "string" && value.includes("<") ? [value] : value);

export function Trans({ values, ...rest }: ComponentProps<typeof LinguiTrans>) {
  if (!values) return <LinguiTrans {...rest} />;
  const kept = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asWritten(value)]));
  return <LinguiTrans {...rest} values={kept} />;
}
