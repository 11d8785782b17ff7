import type { Profile } from "#sync/schema/profiles.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { personTone, profileStatusLabel } from "../../common/account-labels.ts";

export const PersonStatus = ({ status }: { status: Profile["status"] }) => (
  <StatusBadge status={status} labels={profileStatusLabel} tones={personTone} />
);
