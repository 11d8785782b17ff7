// Applying to a campaign and answering applicants (S9, S17).
import type { Store } from "../database/store.ts";
import type { Application } from "../schema/applications.ts";
import type { Campaign } from "../schema/campaigns.ts";
import { openCampaign } from "../schema/functions.ts";
import { applicationId } from "../schema/ids.ts";
import { canMove } from "../schema/transitions.ts";
import { type CallFailure, fail, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { timestamp } from "../transport/server-clock.ts";
import { insertRow, patchRow } from "./row.ts";

export interface ApplyInput {
  message: string;
  answers: Application["answers"];
  /** The agreement was accepted in this version; 0: the campaign has none. */
  agreement_version: number;
}

/** May this tester see a campaign that the device lacks? Lets them into an unlisted one. */
export const campaignOpen = (transport: Transport, id: string): Promise<Result<boolean, CallFailure>> =>
  transport.rpc(openCampaign, { campaign: id }, "person");

/** Applies. The id follows from campaign and tester, so a second device makes the same row. */
export async function campaignApply(store: Store, campaign: Campaign, input: ApplyInput): Promise<Result<Application>> {
  const { person } = store;
  if (!person) return fail({ type: "not_allowed", code: "forbidden" });
  const id = applicationId(campaign.id, person.id);
  if (await store.collection("applications").findOne(id).exec())
    return fail({ type: "not_allowed", code: "duplicate" });
  const profile = await store.collection("profiles").findOne(person.id).exec();
  const now = timestamp();
  return insertRow(store, "applications", {
    id,
    campaign_id: campaign.id,
    campaign_title: campaign.title,
    tester_id: person.id,
    org_id: campaign.org_id,
    developer_id: campaign.developer_id,
    status: "pending",
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
    reason: "",
    selection_note: "",
    applied_at: now,
    decided_at: null,
    accepted_at: null,
    downloaded_at: null,
    release_id: null,
    confirmed_issues: [],
    completed_at: null,
    is_sample: false,
  });
}

async function move(
  store: Store,
  id: string,
  to: Application["status"],
  actor: "tester" | "developer",
  reason = "",
): Promise<Result<Application>> {
  const found = await store.collection("applications").findOne(id).exec();
  if (!found) return fail({ type: "not_found" });
  if (!canMove("application", found.status, to, actor)) return fail({ type: "not_allowed", code: "wrong_state" });
  return patchRow(store, "applications", id, { status: to, ...(reason === "" ? {} : { reason }) });
}

export const applicationWithdraw = (store: Store, id: string) => move(store, id, "withdrawn", "tester");
export const applicationAccept = (store: Store, id: string) => move(store, id, "accepted", "developer");
export const applicationReject = (store: Store, id: string, reason: string) =>
  move(store, id, "rejected", "developer", reason);

/** Takes an accepted tester out. Needs a reason: the tester reads it. */
export async function applicationRemove(store: Store, id: string, reason: string): Promise<Result<Application>> {
  if (reason.trim() === "") return fail({ type: "not_allowed", code: "reason_required" });
  return move(store, id, "removed", "developer", reason);
}

/**
 * Notes that the tester has fetched the build (progress 50; the first time counts), and which.
 * @param releaseId null: the campaign's build is a link of its own, or nothing is fetched
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

/**
 * "I see this too" about a known issue, or not after all (S10). The developer sees how many do, not
 * who.
 */
export const issueConfirm = (store: Store, id: string, issueId: string, seen: boolean): Promise<Result<Application>> =>
  patchRow(store, "applications", id, (row) => ({
    confirmed_issues: [...row.confirmed_issues.filter((x) => x !== issueId), ...(seen ? [issueId] : [])].sort(),
  }));
