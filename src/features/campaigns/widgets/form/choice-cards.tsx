import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import type { Labels } from "#i18n/labels.ts";
import { RadioGroup } from "#ui/checkbox-radio-switch.tsx";

interface ChoiceCardsProps<T extends string> extends Omit<ComponentProps<typeof RadioGroup<T>>, "options" | "layout"> {
  values: readonly T[];
  labels: Labels<T>;
  helps: Labels<T>;
}

export function ChoiceCards<T extends string>({ values, labels, helps, ...field }: ChoiceCardsProps<T>) {
  const { t } = useLingui();
  const options = values.map((value) => ({ value, label: t(labels[value]), help: t(helps[value]) }));
  return <RadioGroup {...field} layout="cards" options={options} />;
}
