import type { Flag } from "#sync/schema/flags.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { flagStatusLabel, flagTone } from "../labels.ts";

export const FlagStatus = ({ status }: { status: Flag["status"] }) => (
  <StatusBadge status={status} labels={flagStatusLabel} tones={flagTone} />
);
