// What a developer does with a campaign (S15, S16). Every write returns at once; the server decides
// again.
import type { Store } from "../database/store.ts";
import type { Brief } from "../schema/briefs.ts";
import { type Campaign, campaignLimits } from "../schema/campaigns.ts";
import { canMove } from "../schema/transitions.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { type Owner, personalOwner } from "./owner.ts";
import { insertRow, patchRow, removeRow } from "./row.ts";

/**
 * What the four-tab form gives: the columns a developer may set, and the brief for accepted
 * testers.
 */
export type CampaignInput = Pick<
  Campaign,
  | "app_id"
  | "title"
  | "description"
  | "category"
  | "platform"
  | "start_date"
  | "end_date"
  | "max_testers"
  | "effort_minutes"
  | "reward_model"
  | "reward_amount_cents"
  | "currency"
  | "requirements"
  | "auto_select"
  | "reminders"
  | "screening"
  | "agreement"
  | "review_days"
  | "visibility"
>;
export type BriefInput = Pick<Brief, "instructions" | "build_url" | "release_id">;

/** Makes a draft with its brief, for one of the person's organizations. */
export async function campaignCreate(
  store: Store,
  input: CampaignInput,
  brief: BriefInput,
  owner: Owner | null = personalOwner(store),
): Promise<Result<Campaign>> {
  if (!store.person || !owner) return fail({ type: "not_allowed", code: "forbidden" });
  const id = crypto.randomUUID();
  const made = await insertRow(store, "campaigns", {
    ...input,
    id,
    org_id: owner.org_id,
    developer_id: store.person.id,
    developer_name: owner.name,
    agreement_version: input.agreement === "" ? 0 : 1,
    status: "draft",
    published_at: null,
    completed_at: null,
    testers_joined: 0,
    feedback_count: 0,
    new_feedback_count: 0,
    progress: 0,
    hidden: false,
    is_sample: false,
  });
  if (!made.ok) return made;
  const described = await insertRow(store, "briefs", {
    ...{ ...brief, id, org_id: owner.org_id },
    developer_id: store.person.id,
    known_issues: [],
    announcements: [],
  });
  return described.ok ? made : described;
}

export async function campaignEdit(
  store: Store,
  id: string,
  input: Partial<CampaignInput>,
  brief?: BriefInput,
): Promise<Result<Campaign>> {
  const edited = await patchRow(store, "campaigns", id, input);
  if (!edited.ok || !brief) return edited;
  const known = await store.collection("briefs").findOne(id).exec();
  const described = known
    ? await patchRow(store, "briefs", id, brief)
    : await insertRow(store, "briefs", {
        ...{ ...brief, id, org_id: edited.value.org_id },
        developer_id: edited.value.developer_id,
        known_issues: [],
        announcements: [],
      });
  return described.ok ? edited : described;
}

/** Hands out another build of the campaign's app. Testers are told. */
export const campaignBuild = (store: Store, id: string, releaseId: string) =>
  patchRow(store, "briefs", id, { release_id: releaseId });

const campaignDays = ({ start_date, end_date }: Campaign) => Date.parse(end_date) - Date.parse(start_date);

/**
 * A new draft like an older campaign, for as many days from `today` on. Nothing of what happened in
 * it is taken along.
 */
export async function campaignDuplicate(
  store: Store,
  id: string,
  title: string,
  today: string,
): Promise<Result<Campaign>> {
  const found = await store.collection("campaigns").findOne(id).exec();
  if (!found) return fail({ type: "not_found" });
  const old = found.toMutableJSON() as Campaign;
  const brief = (await store.collection("briefs").findOne(id).exec())?.toJSON();
  const { app_id, description, category, platform, max_testers, reward_model, reward_amount_cents, currency } = old;
  const { effort_minutes, requirements, auto_select, reminders, agreement, review_days, visibility } = old;
  return campaignCreate(
    store,
    {
      ...{ app_id, description, category, platform, max_testers, reward_model, reward_amount_cents, currency },
      ...{ effort_minutes, requirements, auto_select, reminders, agreement, review_days, visibility },
      title: title.slice(0, campaignLimits.title.max),
      start_date: today,
      end_date: new Date(Date.parse(today) + campaignDays(old)).toISOString().slice(0, 10),
      // Answers name their question by its id: two campaigns must not share one.
      screening: old.screening.map((q) => ({ ...q, id: crypto.randomUUID() })),
    },
    {
      instructions: brief?.instructions ?? "",
      build_url: brief?.build_url ?? "",
      release_id: brief?.release_id ?? null,
    },
    { org_id: old.org_id, name: old.developer_name },
  );
}

async function move(store: Store, id: string, to: Campaign["status"]): Promise<Result<Campaign>> {
  const found = await store.collection("campaigns").findOne(id).exec();
  if (!found) return fail({ type: "not_found" });
  if (!canMove("campaign", found.status, to, "developer")) return fail({ type: "not_allowed", code: "wrong_state" });
  return patchRow(store, "campaigns", id, { status: to });
}

/** draft → active. The end date must not have passed: the form says so before, the server again. */
export async function campaignPublish(store: Store, id: string, today: string): Promise<Result<Campaign>> {
  const found = await store.collection("campaigns").findOne(id).exec();
  if (found && found.end_date < today) return fail({ type: "not_allowed", code: "campaign_closed" });
  return move(store, id, "active");
}
/** active → completed; archived → completed: back among the campaigns that have ended. */
export const campaignComplete = (store: Store, id: string) => move(store, id, "completed");
export const campaignArchive = (store: Store, id: string) => move(store, id, "archived");

/** Deletes a draft and its brief stays unreachable with it. */
export async function campaignDelete(store: Store, id: string): Promise<Result<void>> {
  const found = await store.collection("campaigns").findOne(id).exec();
  if (!found) return ok(undefined);
  if (found.status !== "draft") return fail({ type: "not_allowed", code: "wrong_state" });
  return removeRow(store, "campaigns", id);
}
