import { useLingui } from "@lingui/react/macro";
import type { Flag } from "../../../../sync/schema/flags.ts";
import { Badge } from "../../../ui/badge.tsx";
import { flagStatusLabel, flagTone } from "../labels.ts";

export function FlagStatus({ status }: { status: Flag["status"] }) {
  const { t } = useLingui();
  return <Badge tone={flagTone[status]}>{t(flagStatusLabel[status])}</Badge>;
}
