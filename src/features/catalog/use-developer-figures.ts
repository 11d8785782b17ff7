import { useState } from "react";
import { lastAnswer } from "#sync/queries/online-queries.ts";
import { type PublicOrganization, readOrganization } from "#sync/schema/organization-functions.ts";
import { useQuery } from "../../state/query.ts";
import { useStatus } from "../../state/status.ts";
import { useRemote } from "../../state/use-online-query.ts";

export interface DeveloperFigures {
  /** False if no data was cached when the page rendered and the device is offline. */
  shown: boolean;
  /** Undefined while loading; null if the server has no figures. */
  organization: PublicOrganization | null | undefined;
}

const NONE: DeveloperFigures = { shown: false, organization: null };

/**
 * @param orgId null without an organization
 * @returns null while the cache is read; the page waits for it
 */
export function useDeveloperFigures(orgId: string | null): DeveloperFigures | null {
  const args = orgId === null ? null : { org_id: orgId };
  const kept = useQuery(args && lastAnswer(readOrganization, args));
  const asked = useRemote(readOrganization, args);
  const online = useStatus("online");
  const [drawn, setDrawn] = useState<{ orgId: string; shown: boolean }>();
  if (orgId === null) return NONE;
  if (kept.state === "loading") return null;
  const answer = kept.state === "ready" ? kept.data : null;
  if (drawn?.orgId !== orgId) {
    setDrawn({ orgId, shown: answer ? answer.value !== null : online });
    return null;
  }
  const isComing = !answer && asked.state === "loading";
  return { shown: drawn.shown, organization: isComing ? undefined : (answer?.value ?? null) };
}
