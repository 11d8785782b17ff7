import { useLingui } from "@lingui/react/macro";
import { Bars } from "#ui/bars.tsx";
import { shares } from "./figures.ts";

const SHOWN = 8;

interface ShareBarsProps {
  title: string;
  /** An empty one is shown as not specified. */
  values: readonly string[];
}

export function ShareBars({ title, values }: ShareBarsProps) {
  const { t } = useLingui();
  const named = values.map((value) => value || t`Not specified`);
  const bars = shares(named, SHOWN).map(({ key, value }) => ({
    key: key || "other",
    label: key || t`Other`,
    tone: "info" as const,
    value,
  }));
  return <Bars title={title} bars={bars} />;
}
