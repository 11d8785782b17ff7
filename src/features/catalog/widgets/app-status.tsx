import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { publicationLabel, publicationTone } from "../labels.ts";

export const AppStatus = ({ status }: { status: App["status"] | Release["status"] }) => (
  <StatusBadge status={status} labels={publicationLabel} tones={publicationTone} />
);
