import { useLingui } from "@lingui/react/macro";
import type { Profile } from "../../../../sync/schema/profiles.ts";
import { Badge } from "../../../ui/badge.tsx";
import { personTone, profileStatusLabel } from "../labels.ts";

export function PersonStatus({ status }: { status: Profile["status"] }) {
  const { t } = useLingui();
  return <Badge tone={personTone[status]}>{t(profileStatusLabel[status])}</Badge>;
}
