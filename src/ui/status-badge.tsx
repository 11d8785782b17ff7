import { useLingui } from "@lingui/react/macro";
import type { Labels } from "../i18n/labels.ts";
import { Badge } from "./badge.tsx";
import type { Tones } from "./color-role.ts";

interface StatusBadgeProps<S extends string> {
  status: S;
  labels: Labels<S>;
  tones: Tones<S>;
}

export function StatusBadge<S extends string>({ status, labels, tones }: StatusBadgeProps<S>) {
  const { t } = useLingui();
  return <Badge tone={tones[status]}>{t(labels[status])}</Badge>;
}
