// How a developer has treated testers' reports so far: what the organization's public page says.
import { useState } from "react";
import { lastAnswer } from "../../../sync/queries/online-queries.ts";
import { type PublicOrganization, readOrganization } from "../../../sync/schema/organization-functions.ts";
import { useQuery } from "../../state/query.ts";
import { useStatus } from "../../state/status.ts";
import { useRemote } from "../../state/use-online-query.ts";

export interface DeveloperFigures {
  /** False: nothing was known when the page was drawn, nor could be asked for. */
  shown: boolean;
  /** Undefined: on its way; null: the server says nothing of it. */
  organization: PublicOrganization | null | undefined;
}

const NONE: DeveloperFigures = { shown: false, organization: null };

/**
 * @param orgId null: nobody's
 * @returns null: what the device has is being read; a page waits for it, as for its rows
 */
export function useDeveloperFigures(orgId: string | null): DeveloperFigures | null {
  const args = orgId === null ? null : { org_id: orgId };
  const kept = useQuery(args && lastAnswer(readOrganization, args));
  // Stores the answer, which the query above then reads.
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
