// Applying to a campaign and answering applicants.
import type { Store } from "../database/store.ts";
import { trimmed } from "../inputs/single-line.ts";
import type { Application } from "../schema/applications.ts";
import type { Campaign } from "../schema/campaigns.ts";
import { openCampaign } from "../schema/functions.ts";
import { applicationId } from "../schema/ids.ts";
import { type CallResult, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { timestamp } from "../transport/server-clock.ts";
import { movesTo, mutate, orUndo, patchRow } from "./row.ts";

export interface ApplyInput {
  message: string;
  answers: Application["answers"];
  /** The accepted version of the agreement; 0 if the campaign has none. */
  agreement_version: number;
}

/** Returns whether this tester may see a campaign. Grants access to an unlisted one. */
export const campaignOpen = (transport: Transport, id: string): CallResult<boolean> =>
  transport.rpc(openCampaign, { campaign: id });

/** Applies to a campaign. The id derives from both, so two devices create the same row. */
export async function campaignApply(store: Store, campaign: Campaign, input: ApplyInput): Promise<Result<Application>> {
  const { person } = store;
  if (!person) return fail({ type: "not_allowed", code: "forbidden" });
  const id = applicationId(campaign.id, person.id);
  const profile = await store.collection("profiles").findOne(person.id).exec();
  const now = timestamp();
  const application = {
    id,
    campaign_id: campaign.id,
    campaign_title: campaign.title,
    tester_id: person.id,
    org_id: campaign.org_id,
    developer_id: campaign.developer_id,
    status: "pending" as const,
    card: {
      name: person.name,
      avatar_path: profile?.avatar_path ?? "",
      karma: profile?.karma ?? 0,
      rating: profile?.rating ?? null,
      tests_completed: profile?.tests_completed ?? 0,
      devices: [...(profile?.toMutableJSON().devices ?? [])],
      expertise: [...(profile?.toMutableJSON().expertise ?? [])],
    },
    message: input.message,
    answers: input.answers,
    agreement_version: input.agreement_version,
    agreement_accepted_at: input.agreement_version > 0 ? now : null,
    applied_at: now,
  };
  return mutate(store, ["applications"], async (edits) =>
    (await edits.read("applications", [id])).has(id)
      ? fail({ type: "not_allowed", code: "duplicate" })
      : edits.insert("applications", application),
  );
}

const moved = (to: Application["status"], actor: "tester" | "developer", reason = "") =>
  movesTo("application", to, actor, reason === "" ? {} : { reason });

const move = (store: Store, id: string, ...to: Parameters<typeof moved>): Promise<Result<Application>> =>
  patchRow(store, "applications", id, moved(...to));

export const applicationWithdraw = (store: Store, id: string) => move(store, id, "withdrawn", "tester");
export const applicationAccept = (store: Store, id: string) => move(store, id, "accepted", "developer");
export const applicationReject = (store: Store, id: string, reason: string) =>
  move(store, id, "rejected", "developer", reason);

/** Removes an accepted tester. Requires a reason, which the tester reads. */
export async function applicationRemove(store: Store, id: string, reason: string): Promise<Result<Application>> {
  if (trimmed(reason) === "") return fail({ type: "not_allowed", code: "reason_required" });
  return move(store, id, "removed", "developer", reason);
}

/** Removes a tester and accepts another, both or none. The removal frees the spot first. */
export async function applicationReplace(
  store: Store,
  id: string,
  nextId: string,
  reason: string,
): Promise<Result<Application>> {
  if (trimmed(reason) === "") return fail({ type: "not_allowed", code: "reason_required" });
  return mutate(store, ["applications"], async (edits) => {
    orUndo(await edits.patch("applications", id, moved("removed", "developer", reason)));
    return ok(orUndo(await edits.patch("applications", nextId, moved("accepted", "developer"))));
  });
}

/**
 * Notes the first download of the build (progress 50) and its release.
 * @param releaseId null if the build is an external link or nothing is downloaded
 */
export async function buildDownloaded(
  store: Store,
  id: string,
  releaseId: string | null,
): Promise<Result<Application>> {
  const at = timestamp();
  return patchRow(store, "applications", id, (row) => ({
    downloaded_at: row.downloaded_at ?? at,
    release_id: releaseId ?? row.release_id,
  }));
}

/** Sets the tester's "I see this too" for a known issue. The developer sees only the count. */
export const issueConfirm = (store: Store, id: string, issueId: string, seen: boolean): Promise<Result<Application>> =>
  patchRow(store, "applications", id, (row) => ({
    confirmed_issues: [...row.confirmed_issues.filter((x) => x !== issueId), ...(seen ? [issueId] : [])].sort(),
  }));
