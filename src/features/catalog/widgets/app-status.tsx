import { useLingui } from "@lingui/react/macro";
import type { App } from "../../../../sync/schema/apps.ts";
import type { Release } from "../../../../sync/schema/releases.ts";
import { Badge } from "../../../ui/badge.tsx";
import { publicationLabel, publicationTone } from "../labels.ts";

export function AppStatus({ status }: { status: App["status"] | Release["status"] }) {
  const { t } = useLingui();
  return <Badge tone={publicationTone[status]}>{t(publicationLabel[status])}</Badge>;
}
