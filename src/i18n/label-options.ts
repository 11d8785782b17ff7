import type { MessageDescriptor } from "@lingui/core";
import type { Labels } from "./labels.ts";

type Translate = (label: MessageDescriptor) => string;

export const labelOptions = <T extends string>(t: Translate, values: readonly T[], labels: Labels<T>) =>
  values.map((value) => ({ value, label: t(labels[value]) }));
