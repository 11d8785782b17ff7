// A developer's changes to campaigns. They apply locally at once; the server checks them again.
import type { Store } from "../database/store.ts";
import { firstCharacters } from "../inputs/single-line.ts";
import { newestBuild } from "../queries/releases.ts";
import type { Brief } from "../schema/briefs.ts";
import { type Campaign, campaignLimits } from "../schema/campaigns.ts";
import type { campaignColumns } from "../schema/collections.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { timestamp } from "../transport/server-clock.ts";
import { releasesOf } from "./apps.ts";
import { type Owner, personalOwner } from "./owner.ts";
import { type Edits, movesTo, mutate, orUndo, patchRow, removeDraft } from "./row.ts";
import { tasksToSave } from "./tasks.ts";

/** Values of the campaign form: the columns that a developer may set, and the brief. */
export type CampaignInput = Pick<Campaign, Exclude<(typeof campaignColumns)[number], "status">>;
/** An edit without `tasks` keeps them. */
export type BriefInput = Pick<Brief, "instructions" | "build_url" | "release_id"> &
  Partial<Pick<Brief, "follows_newest" | "tasks">>;

/** Creates a draft and its brief for one of the person's organizations. */
export async function campaignCreate(
  store: Store,
  input: CampaignInput,
  brief: BriefInput,
  owner: Owner | null = personalOwner(store),
): Promise<Result<Campaign>> {
  if (!store.person || !owner) return fail({ type: "not_allowed", code: "forbidden" });
  const id = crypto.randomUUID();
  const ids = { id, org_id: owner.org_id, developer_id: store.person.id };
  const campaign = {
    ...input,
    ...ids,
    developer_name: owner.name,
    agreement_version: input.agreement === "" ? 0 : 1,
    status: "draft" as const,
  };
  const values = await withNewest(store, brief, input.app_id);
  return mutate(store, ["campaigns", "briefs"], async (edits) => {
    const made = await edits.insert("campaigns", campaign);
    if (made.ok) orUndo(await addBrief(edits, ids, values));
    return made;
  });
}

/** Names the build that the server will choose, as far as this device knows it. */
async function withNewest(store: Store, brief: BriefInput, appId: string | null): Promise<BriefInput> {
  if (!brief.follows_newest || appId === null) return brief;
  const releases = await releasesOf(store, appId);
  return { ...brief, release_id: newestBuild(releases, Date.parse(timestamp()))?.id ?? brief.release_id };
}

const addBrief = (edits: Edits, ids: Pick<Brief, "id" | "org_id" | "developer_id">, brief: BriefInput) =>
  edits.insert("briefs", { ...brief, ...ids });

export async function campaignEdit(
  store: Store,
  id: string,
  input: Partial<CampaignInput>,
  brief?: BriefInput,
): Promise<Result<Campaign>> {
  const old = await store.collection("campaigns").findOne(id).exec();
  const { app_id: appId = old?.app_id ?? null } = input;
  const values = brief && (await withNewest(store, brief, appId));
  return mutate(store, ["campaigns", "briefs"], async (edits) => {
    const edited = await edits.patch("campaigns", id, input);
    if (!edited.ok || !values) return edited;
    const { org_id, developer_id } = edited.value;
    const known = (await edits.read("briefs", [id])).get(id);
    const { tasks } = values;
    const brief = tasks ? { ...values, tasks: orUndo(tasksToSave(known?.tasks ?? [], tasks)) } : values;
    orUndo(known ? await edits.patch("briefs", id, brief) : await addBrief(edits, { id, org_id, developer_id }, brief));
    return edited;
  });
}

/** Changes the campaign's build. The server notifies its testers. */
export const campaignBuild = (store: Store, id: string, releaseId: string) =>
  patchRow(store, "briefs", id, { release_id: releaseId, follows_newest: false });

const campaignDays = ({ start_date, end_date }: Campaign) => Date.parse(end_date) - Date.parse(start_date);

/**
 * Copies a campaign to a new draft of the same length, from `today` on, without its testers and
 * reports.
 * @param mostTesters the current limit of the admins; null if unknown
 */
export async function campaignDuplicate(
  store: Store,
  id: string,
  title: string,
  today: string,
  mostTesters: number | null = null,
): Promise<Result<Campaign>> {
  const found = await store.collection("campaigns").findOne(id).exec();
  if (!found) return fail({ type: "not_found" });
  const old = found.toMutableJSON() as Campaign;
  const brief = (await store.collection("briefs").findOne(id).exec())?.toMutableJSON() as Brief | undefined;
  const { app_id, description, category, platform, reward_model, reward_amount_cents, currency } = old;
  const max_testers = Math.min(old.max_testers, mostTesters ?? old.max_testers);
  const { effort_minutes, requirements, auto_select, reminders, agreement, review_days, visibility } = old;
  return campaignCreate(
    store,
    {
      ...{ app_id, description, category, platform, max_testers, reward_model, reward_amount_cents, currency },
      ...{ effort_minutes, requirements, auto_select, reminders, agreement, review_days, visibility },
      title: firstCharacters(title, campaignLimits.title.max),
      start_date: today,
      end_date: new Date(Date.parse(today) + campaignDays(old)).toISOString().slice(0, 10),
      // Answers refer to questions by id, so two campaigns must not share one.
      screening: old.screening.map((q) => ({ ...q, id: crypto.randomUUID() })),
    },
    {
      instructions: brief?.instructions ?? "",
      build_url: brief?.build_url ?? "",
      release_id: brief?.release_id ?? null,
      tasks: (brief?.tasks ?? []).map((task) => ({ ...task, version: 1 })),
      follows_newest: brief?.follows_newest ?? false,
    },
    { org_id: old.org_id, name: old.developer_name },
  );
}

const move = (store: Store, id: string, to: Campaign["status"], after = ""): Promise<Result<Campaign>> =>
  patchRow(store, "campaigns", id, (campaign) =>
    campaign.end_date < after
      ? fail({ type: "not_allowed", code: "campaign_closed" })
      : movesTo("campaign", to, "developer")(campaign),
  );

/** True if accepted testers get a build or a link. */
export async function campaignHasBuild(store: Store, id: string): Promise<Result<boolean>> {
  const brief = await store.collection("briefs").findOne(id).exec();
  return ok(brief !== null && (brief.release_id !== null || brief.build_url !== ""));
}

/** Moves draft to active. The form and the server require a future end date. */
export const campaignPublish = (store: Store, id: string, today: string): Promise<Result<Campaign>> =>
  move(store, id, "active", today);
export const campaignComplete = (store: Store, id: string) => move(store, id, "completed");
export const campaignArchive = (store: Store, id: string) => move(store, id, "archived");

/** Deletes a draft. Its brief becomes unreachable. */
export const campaignDelete = (store: Store, id: string): Promise<Result<void>> =>
  mutate(store, ["campaigns"], (edits) => removeDraft(edits, "campaigns", id));
