// Random edits of a user on a device: mostly valid ones, often invalid ones. Every text contains a
// unique mark, so that the invariants can find it.
import { deepEqual } from "rxdb";
import { entriesOf } from "../../sync/catalog/entries.ts";
import { readKept } from "../../sync/catalog/kept-rows.ts";
import type { Store } from "../../sync/database/store.ts";
import { reportAttach } from "../../sync/mutations/feedback.ts";
import { insertRow, patchRow } from "../../sync/mutations/row.ts";
import type { Campaign } from "../../sync/schema/campaigns.ts";
import { type CollectionName, collections, type Row } from "../../sync/schema/collections.ts";
import { applicationId } from "../../sync/schema/ids.ts";
import { machineOf } from "../../sync/schema/own.ts";
import { type Actor, moves } from "../../sync/schema/transitions.ts";
import type { Random } from "../fixtures/random.ts";
import { failurePoints } from "./failure-points.ts";
import { columnsOf, randomValue } from "./values.ts";

type Values = Record<string, unknown>;

/** A text of a user that must not be lost. */
interface Written {
  owner: string;
  collection: CollectionName;
  id: string;
  column: string;
  mark: string;
  /** The edit's stamp, for lookups. */
  client: string;
  seq: number;
}

/** How often each collection is written; the others are rare. */
const weight: Partial<Record<CollectionName, number>> = {
  campaigns: 8,
  briefs: 4,
  applications: 10,
  feedback: 30,
  comments: 12,
  apps: 3,
  releases: 3,
  notifications: 4,
};

export interface Editor {
  random: Random;
  /** The user's latest text per `owner|collection|id|column`. */
  written: Map<string, Written>;
  /** Deleted rows by `collection|id`, with the deleting device. */
  removed: Map<string, string>;
  /** The row that each device wrote last, by `client|collection`. */
  last: Map<string, string>;
  /** The device of each store id; every opened store has a new id. */
  devices: Map<string, string>;
  /** Ids of copied stores: both machines have their stamps and may send them. */
  copied: Set<string>;
  /** The mark that a text replaced, as its author saw it; "" for none. */
  before: Map<string, string>;
  attaches: boolean;
  /** Ids of files attached to a report. */
  attached: Set<string>;
  /** The campaign with tasks; null before the scenario has begun. */
  tasks: { readonly id: string; readonly builds: readonly string[] } | null;
  mark(): string;
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

export async function pickRow<N extends CollectionName>(
  random: Random,
  store: Store,
  name: N,
  fits: (row: Row<N>) => boolean = () => true,
): Promise<Row<N> | undefined> {
  if (!store.has(name)) return undefined;
  const rows = (await store.collection(name).find().exec()).map((d) => d.toMutableJSON() as Row<N>).filter(fits);
  rows.sort((a, b) => a.id.localeCompare(b.id));
  return random.pick(rows);
}

/** Campaigns on the device by id: replicated ones, and copies of opened ones. */
async function campaignsHere(store: Store): Promise<Campaign[]> {
  const kept = (await entriesOf(store, "kept")).map(({ value }) => readKept("campaign", value));
  const copies = kept.flatMap((one) => (one ? [one.campaign] : []));
  const replicated = (await store.collection("campaigns").find().exec()).map((row) => row.toMutableJSON());
  const byId = new Map([...copies, ...replicated].map((campaign) => [campaign.id, campaign]));
  return [...byId.values()].sort((a, b) => a.id.localeCompare(b.id));
}

/** Organizations of the device's user, as the device knows them. */
async function organizationsOf(store: Store): Promise<string[]> {
  const account = store.has("accounts") ? await store.collection("accounts").findOne(store.owner).exec() : null;
  return account?.memberships.map(({ org_id }) => org_id) ?? [];
}

/**
 * Returns values as a screen would create them, with existing parents; null if there is no parent
 * yet.
 */
async function sensible(editor: Editor, store: Store, name: CollectionName): Promise<Values | null> {
  const { random, mark } = editor;
  const me = store.owner;
  const organizations = await organizationsOf(store);
  switch (name) {
    case "campaigns":
      return {
        app_id: null,
        org_id: random.pick(organizations) ?? me,
        title: `Title ${mark()}`,
        description: `A description that is long enough ${mark()}`,
        start_date: day(0),
        end_date: day(20),
        max_testers: 1 + random.below(4),
        reward_model: random.pick(["testing", "downloading", "suggestions"]),
        reward_amount_cents: 100 * (1 + random.below(30)),
        currency: "USD",
        screening: [],
        auto_select: random.chance(0.7),
        agreement: "",
        review_days: 7,
        visibility: random.pick(["public", "public", "public", "unlisted", "private"]),
        developer_id: me,
        status: "draft",
      };
    case "briefs": {
      const own = await pickRow(random, store, "campaigns", (c) => organizations.includes(c.org_id));
      return own ? { id: own.id, org_id: own.org_id, developer_id: me, release_id: null, tasks: [] } : null;
    }
    case "applications": {
      const open = random.pick((await campaignsHere(store)).filter(({ status }) => status === "active"));
      return open
        ? {
            id: applicationId(open.id, me),
            campaign_id: open.id,
            tester_id: me,
            results_status: "",
            org_id: open.org_id,
            developer_id: open.developer_id,
            status: "pending",
            answers: [],
            agreement_version: open.agreement_version,
            reason: "",
            downloaded_at: null,
            release_id: null,
            agreement_accepted_at: open.agreement_version > 0 ? new Date().toISOString() : null,
          }
        : null;
    }
    case "feedback": {
      const mine = await pickRow(random, store, "applications", (a) => a.tester_id === me && a.status === "accepted");
      return mine
        ? {
            application_id: mine.id,
            campaign_id: mine.campaign_id,
            tester_id: me,
            org_id: mine.org_id,
            developer_id: mine.developer_id,
            release_id: null,
            rating: 1 + random.below(5),
            attachments: [],
            uploaded: [],
            status: random.chance(0.5) ? "draft" : "submitted",
            usefulness: 0,
            reason_code: "",
            reason: "",
            duplicate_of: null,
            known: false,
            fixed_release_id: null,
            priority: "",
            tags: [],
          }
        : null;
    }
    case "comments": {
      const report = await pickRow(random, store, "feedback", (f) => f.status !== "draft");
      return report
        ? {
            feedback_id: report.id,
            author_id: me,
            tester_id: report.tester_id,
            org_id: report.org_id,
            developer_id: report.developer_id,
            internal: store.role === "developer" && random.chance(0.3),
          }
        : null;
    }
    case "apps":
      return {
        ...{ org_id: random.pick(organizations) ?? me, developer_id: me },
        ...{ status: "draft", icon_path: "", screenshots: [], requirements: [] },
      };
    case "releases": {
      const app = await pickRow(random, store, "apps", (a) => organizations.includes(a.org_id));
      return app
        ? {
            app_id: app.id,
            org_id: app.org_id,
            developer_id: me,
            ...{ status: "draft", kind: "file", link_url: "", expires_at: null },
            file_path: "",
            sha256: "",
            size_bytes: 0,
          }
        : null;
    }
    default:
      return {};
  }
}

/** Returns a transition that a screen would offer, or any value of the column. */
function nextStatus(random: Random, store: Store, name: CollectionName, row: Values): Values {
  const machine = machineOf[name];
  if (!machine) return {};
  const legal = moves.filter((m) => m[0] === machine && m[1] === row.status && m[3] === (store.role as Actor));
  const move = random.chance(0.85) ? random.pick(legal) : undefined;
  const status = move ? move[2] : random.pick(moves.filter((m) => m[0] === machine))?.[2];
  if (name !== "feedback") return { status };
  return {
    status,
    ...(status === "approved" ? { usefulness: 1 + random.below(5) } : {}),
    ...(status === "rejected" ? { reason_code: "out_of_scope" } : {}),
    ...(status === "changes_requested" ? { reason: "Please say more" } : {}),
  };
}

export const markIn = (text: unknown): string => /§\w+-\d+§/.exec(String(text))?.[0] ?? "";

interface Edit {
  row: Values;
  /** The previous row; null for a new one. */
  before: Values | null;
}

function note(editor: Editor, store: Store, name: CollectionName, edit: Edit, columns: readonly string[]): void {
  const { row, before } = edit;
  for (const column of columns) {
    const mark = markIn(row[column]);
    if (mark) editor.before.set(mark, markIn(before?.[column]));
    const key = `${store.owner}|${name}|${String(row.id)}|${column}`;
    if (mark && typeof row[column] === "string") {
      const { sync_client, sync_seq } = row as { sync_client: string; sync_seq: number };
      const written = { owner: store.owner, collection: name, id: String(row.id), column, mark };
      editor.written.set(key, { ...written, client: sync_client, seq: sync_seq });
    } else editor.written.delete(key);
  }
}

/**
 * Writes, and forgets the row's earlier texts until it succeeds, because a failing write may
 * have replaced them.
 */
export async function writing<T extends { ok: boolean }>(
  { written }: Editor,
  store: Store,
  name: CollectionName,
  id: string,
  write: () => Promise<T>,
): Promise<T> {
  const place = `${store.owner}|${name}|${id}|`;
  const before = [...written].filter(([key]) => key.startsWith(place));
  for (const [key] of before) written.delete(key);
  const struck = failurePoints.struck;
  const result = await write();
  if (result.ok || failurePoints.struck === struck) for (const [key, words] of before) written.set(key, words);
  return result;
}

async function insert(editor: Editor, store: Store, name: CollectionName): Promise<void> {
  const base = editor.random.chance(0.9) ? await sensible(editor, store, name) : {};
  if (base) await make(editor, store, name, base);
}

async function make(editor: Editor, store: Store, name: CollectionName, base: Values): Promise<void> {
  const { random } = editor;
  const values: Values = Object.fromEntries(
    Object.entries(columnsOf(name))
      .filter(([column]) => !column.startsWith("sync_"))
      .map(([column, schema]) => [column, randomValue(random, schema, editor.mark)]),
  );
  Object.assign(values, base);
  // An application's id derives from its parts. An existing row is edited, never replaced.
  if (await store.collection(name).findOne(String(values.id)).exec()) return;
  const made = await insertRow(store, name, values as never);
  // No screen lets a user write a forbidden column into a new row (such as a review into their own
  // report), so its text may be lost.
  const { texts, insert: columns } = collections[name];
  if (made.ok)
    note(
      editor,
      store,
      name,
      { row: made.value as Values, before: null },
      texts.filter((t) => columns.includes(t)),
    );
}

async function patch(editor: Editor, store: Store, name: CollectionName): Promise<void> {
  const { random } = editor;
  // Often edits the last written row again: users continue writing, and a response is lost in
  // between.
  const last = random.chance(0.4) ? editor.last.get(`${store.deviceId}|${name}`) : undefined;
  const row = ((await pickRow(random, store, name, (r) => r.id === last)) ?? (await pickRow(random, store, name))) as
    | Values
    | undefined;
  if (!row) return;
  editor.last.set(`${store.deviceId}|${name}`, String(row.id));
  const { update, texts } = collections[name];
  const change: Values = {};
  if (update.includes("status") && random.chance(0.5)) Object.assign(change, nextStatus(random, store, name, row));
  else {
    const column = (random.chance(0.6) ? random.pick(texts) : undefined) ?? random.pick(update);
    const schema = column === undefined ? undefined : columnsOf(name)[column];
    // Answers are written by step (tasks.ts), because no screen replaces all of them.
    if (column !== undefined && schema && column !== "attachments" && column !== "results") {
      change[column] = randomValue(random, schema, editor.mark);
    }
  }
  // An unchanged value is not an edit: a later merge ignores it, and its text may be lost.
  if (Object.entries(change).every(([column, value]) => deepEqual(value, row[column]))) return;
  let before: Values = row;
  const columns = Object.keys(change).filter((c) => texts.includes(c));
  const changed = await writing(editor, store, name, String(row.id), () =>
    patchRow(store, name, String(row.id), (latest) => {
      before = { ...latest };
      for (const column of columns) editor.before.set(markIn(change[column]), markIn(before[column]));
      return change as never;
    }),
  );
  if (changed.ok) note(editor, store, name, { row: changed.value as Values, before }, columns);
}

/** Edits the user's bio, a row that each of their devices has. */
export async function writeBio(editor: Editor, store: Store): Promise<void> {
  let before: Values = {};
  const changed = await patchRow(store, "profiles", store.owner, (latest) => {
    before = { ...latest };
    return { bio: `About me ${editor.mark()}` };
  });
  if (changed.ok) note(editor, store, "profiles", { row: changed.value as Values, before }, ["bio"]);
}

/**
 * Creates parents and children together, such as an app with its first release, on a device that
 * sends them at the same time.
 */
export async function insertFamilies(editor: Editor, store: Store, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const id = editor.random.uuid();
    await make(editor, store, "apps", { ...(await sensible(editor, store, "apps")), id });
    await make(editor, store, "releases", { ...(await sensible(editor, store, "releases")), app_id: id });
  }
}

/** Applies to a campaign on the device without an application, if there is one. */
export async function applySomewhere(editor: Editor, store: Store): Promise<void> {
  const application = await sensible(editor, store, "applications");
  if (application) await make(editor, store, "applications", application);
}

/**
 * Makes one random edit on an open store.
 * @returns its description
 */
export async function randomEdit(editor: Editor, store: Store): Promise<string> {
  const { random } = editor;
  const writable = store.names.filter((n) => collections[n].insert.length > 0 || collections[n].update.length > 0);
  const weights = Object.fromEntries(writable.map((n) => [n, weight[n] ?? 1])) as Record<CollectionName, number>;
  const name = random.weighted(weights);
  const rules = collections[name];
  const what = random.weighted({
    insert: rules.insert.length > 0 ? 3 : 0,
    patch: 7,
    remove: rules.remove ? 0.4 : 0,
    attach: editor.attaches ? 0.4 : 0,
  });
  const said = `${what} ${what === "attach" ? "a file" : name}`;
  if (what === "insert") await insert(editor, store, name);
  if (what === "patch") await patch(editor, store, name);
  if (what === "attach") {
    const draft = await pickRow(random, store, "feedback", (f) => f.tester_id === store.owner && f.status === "draft");
    if (!draft) return "";
    const blob = new Blob([editor.mark()], { type: "image/png" });
    const kept = await reportAttach(store, draft.id, { name: "mark.png", blob });
    if (kept.ok) editor.attached.add(kept.value.id);
  }
  if (what !== "remove") return said;
  const row = await pickRow(random, store, name);
  if (!row) return "";
  const removed = await writing(editor, store, name, row.id, () => patchRow(store, name, row.id, { _deleted: true }));
  if (!removed.ok) return said;
  // The user deleted the row, so its texts may disappear.
  editor.removed.set(`${name}|${row.id}`, editor.devices.get(store.clientId) ?? store.clientId);
  for (const [key, w] of editor.written)
    if (w.collection === name && w.id === row.id && w.owner === store.owner) editor.written.delete(key);
  return said;
}
