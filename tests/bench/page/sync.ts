// Compares our sync with RxDB's Supabase plugin and plain supabase-js: same backend, same round
// trip.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import Dexie from "dexie";
import { createRxDatabase } from "rxdb";
import { replicateSupabase } from "rxdb/plugins/replication-supabase";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { BehaviorSubject, distinctUntilChanged, filter, firstValueFrom, map, NEVER, switchMap, timer } from "rxjs";
import { fetchRow } from "../../../sync/catalog/kept-rows.ts";
import { createSync, type Store, type Sync } from "../../../sync/index.ts";
import { campaignApply } from "../../../sync/mutations/applications.ts";
import { reportAttach, reportEdit, reportStart, reportSubmit } from "../../../sync/mutations/feedback.ts";
import { personalOwner } from "../../../sync/mutations/owner.ts";
import { profileEdit } from "../../../sync/mutations/profile.ts";
import { insertRow } from "../../../sync/mutations/row.ts";
import { campaignById } from "../../../sync/queries/campaigns.ts";

export interface Server {
  url: string;
  key: string;
  /** Added to each request, in ms. */
  roundTripMs: number;
}

let requests = 0;
/** False simulates offline. */
let connected = true;
const delayed =
  (ms: number): typeof fetch =>
  async (input, init) => {
    if (!connected) throw new TypeError("Failed to fetch");
    requests += 1;
    await new Promise((done) => setTimeout(done, ms));
    return fetch(input, init);
  };

export const syncOf = ({ url, key, roundTripMs }: Server): Sync =>
  createSync({ url, key, fetch: delayed(roundTripMs) });

export async function personsStore(sync: Sync): Promise<Store> {
  const state = await firstValueFrom(sync.store$.pipe(filter((s) => s.kind === "open" && s.store.person !== null)));
  if (state.kind !== "open") throw new Error("unreachable");
  return state.store;
}

/** Waits until nothing has been sent, fetched or stored for a moment. */
export const quiet = (sync: Sync): Promise<unknown> =>
  firstValueFrom(
    sync.status$.pipe(
      map(({ phase, firstSyncDone, waiting }) => phase === "idle" && firstSyncDone && waiting === 0),
      distinctUntilChanged(),
      switchMap((still) => (still ? timer(500) : NEVER)),
    ),
  );

/**
 * Goes online.
 * @returns the time until the server has confirmed all pending rows
 */
async function reconnected(sync: Sync): Promise<{ ms: number; requests: number }> {
  const [before, startedAt] = [requests, performance.now()];
  connected = true;
  void sync.syncNow();
  await firstValueFrom(
    sync.status$.pipe(filter((s) => s.waiting === 0 && s.uploads.length === 0 && s.phase === "idle")),
  );
  return { ms: performance.now() - startedAt, requests: requests - before };
}

export async function ourPush(sync: Sync, store: Store, count: number): Promise<{ ms: number; requests: number }> {
  const owner = personalOwner(store);
  if (!owner) throw new Error("No organization");
  connected = false;
  const made = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      insertRow(store, "campaigns", {
        ...{ id: crypto.randomUUID(), org_id: owner.org_id, developer_id: store.owner, developer_name: owner.name },
        ...{ app_id: null, title: `Offline ${i}`, description: "Written in a tunnel, long enough to be one." },
        ...({ category: "travel", platform: "all", reward_model: "testing", currency: "USD" } as const),
        ...{
          start_date: new Date().toISOString().slice(0, 10),
          end_date: "2027-12-31",
          max_testers: 5,
          effort_minutes: null,
        },
        ...{ reward_amount_cents: 100, requirements: "", auto_select: true, reminders: true, screening: [] },
        ...{ agreement: "", agreement_version: 0, review_days: 7, published_at: null, completed_at: null },
        ...{
          testers_joined: 0,
          feedback_count: 0,
          new_feedback_count: 0,
          progress: 0,
          ...{ required_tasks: 0, task_minutes: 0 },
          is_sample: false,
          hidden: false,
        },
        ...({ status: "draft", visibility: "public" } as const),
      }),
    ),
  );
  const wrong = made.find((row) => !row.ok);
  if (wrong) throw new Error(JSON.stringify(wrong));
  await firstValueFrom(sync.status$.pipe(filter((s) => s.waiting === count)));
  return reconnected(sync);
}

export interface LagDevice {
  /** @returns the time of the commit on this device, in ms of the machine's clock */
  write(bio: string): Promise<number>;
  /** @returns the time of the rendering on this device */
  drawn(bio: string): Promise<number>;
}

const clock = () => performance.timeOrigin + performance.now();

/** One of a user's two devices, with all rows, waiting for changes. */
export async function openLag(
  sync: Sync,
  who: { email: string; password: string },
  draw: (profile: { bio: string }) => Promise<void>,
): Promise<LagDevice> {
  const answer = await sync.signIn({ ...who, remember: true });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  const store = await personsStore(sync);
  await quiet(sync);
  const seen$ = new BehaviorSubject({ bio: "", at: 0 });
  store
    .collection("profiles")
    .findOne(store.owner)
    .$.subscribe((profile) => {
      if (!profile) return;
      const { bio } = profile;
      void draw({ bio }).then(() => seen$.next({ bio, at: clock() }));
    });
  return {
    async write(bio) {
      const written = await profileEdit(store, { bio });
      if (!written.ok) throw new Error(JSON.stringify(written.error));
      return clock();
    },
    drawn: async (bio) => (await firstValueFrom(seen$.pipe(filter((seen) => seen.bio === bio)))).at,
  };
}

const perReport = 20;
const photoBytes = 300_000;

/**
 * @returns the time until all photos are on the server, the page's longest task, and the memory
 * growth (MB)
 */
export async function ourPhotos(
  sync: Sync,
  store: Store,
  campaignId: string,
  count: number,
): Promise<{ queue: number; upload: number; longest: number; heap: number }> {
  // A tester's device keeps a campaign once the tester has opened it.
  await fetchRow(store, sync.transport, "campaign", campaignId, { changed: false });
  const campaign = await firstValueFrom(campaignById(campaignId).observe(store));
  if (!campaign) throw new Error(`No campaign ${campaignId}`);
  const applied = await campaignApply(store, campaign, {
    ...{ message: "", answers: [], agreement_version: 0 },
  });
  if (!applied.ok) throw new Error(JSON.stringify(applied.error));
  await firstValueFrom(
    store
      .collection("applications")
      .findOne(applied.value.id)
      .$.pipe(filter((doc) => doc?.status === "accepted")),
  );
  await quiet(sync);
  const tasks: number[] = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
    entryTypes: ["longtask"],
  });
  const heap = () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
  const heapBefore = heap();
  connected = false;
  const startedAt = performance.now();
  for (let report = 0; report < count / perReport; report++) {
    const begun = await reportStart(store, applied.value, "Pixel 8");
    if (!begun.ok) throw new Error(JSON.stringify(begun.error));
    const { id } = begun.value;
    await reportEdit(store, id, { summary: `With photos ${report}`, details: "Seen on each of them.", rating: 3 });
    for (let n = 0; n < perReport; n++) {
      const bytes = new Uint8Array(photoBytes);
      for (let at = 0; at < photoBytes; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      // The server checks the first bytes of a JPEG.
      bytes.set([0xff, 0xd8, 0xff, 0xe0]);
      const kept = await reportAttach(store, id, { name: `${n}.jpg`, blob: new Blob([bytes], { type: "image/jpeg" }) });
      if (!kept.ok) throw new Error(JSON.stringify(kept.error));
    }
    const sent = await reportSubmit(store, id);
    if (!sent.ok) throw new Error(JSON.stringify(sent.error));
  }
  await firstValueFrom(sync.status$.pipe(filter((s) => s.uploads.length === count)));
  const queue = performance.now() - startedAt;
  const { ms: upload } = await reconnected(sync);
  return { queue, upload, longest: Math.max(0, ...tasks), heap: (heap() - heapBefore) / 1e6 };
}

const stockSchema = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: { id: { type: "string", maxLength: 40 }, title: { type: "string" }, description: { type: "string" } },
  required: ["id", "title", "description"],
} as const;

async function stock(client: SupabaseClient, name: string) {
  const db = await createRxDatabase({ name, storage: getRxStorageDexie() });
  const { rows } = await db.addCollections({ rows: { schema: stockSchema } } as never);
  const collection = rows as unknown as import("rxdb").RxCollection<{ id: string; title: string; description: string }>;
  const start = () =>
    replicateSupabase({
      client,
      tableName: "bench_rows",
      collection: collection as never,
      replicationIdentifier: `stock-${name}`,
      live: false,
      pull: { batchSize: 1000 },
      push: { batchSize: 200 },
    });
  return { collection, start };
}

/**
 * The stock plugin quotes column names, which the embedded REST server does not parse: it would
 * request the second page forever.
 */
const unquoted =
  (send: typeof fetch): typeof fetch =>
  (input, init) =>
    send(String(input).replace(/%22(\w+)%22/g, "$1"), init);

export const clientOf = ({ url, key, roundTripMs }: Server): SupabaseClient =>
  createClient(url, key, { global: { fetch: unquoted(delayed(roundTripMs)) }, auth: { persistSession: false } });

export async function stockPush(client: SupabaseClient, count: number): Promise<{ ms: number; requests: number }> {
  const { collection, start } = await stock(client, "stock-push");
  await collection.bulkInsert(
    Array.from({ length: count }, (_, i) => ({
      ...{ id: crypto.randomUUID(), title: `Offline ${i}`, description: "Written in a tunnel, long enough to be one." },
    })),
  );
  const before = requests;
  const startedAt = performance.now();
  await start().awaitInSync();
  return { ms: performance.now() - startedAt, requests: requests - before };
}

const campaignColumns = {
  ...{ developer_id: { type: "string" }, title: { type: "string" }, description: { type: "string" } },
  ...{ category: { type: "string" }, start_date: { type: "string" }, end_date: { type: "string" } },
  ...{ max_testers: { type: "number" }, reward_amount_cents: { type: "number" } },
} as const;

/**
 * The plugin on the table that our sync writes, with the same policies and rules. It only pushes;
 * our sync also pulls.
 */
export async function stockPushCampaigns(
  client: SupabaseClient,
  developer: string,
  count: number,
): Promise<{ ms: number; requests: number }> {
  const db = await createRxDatabase({ name: "stock-campaigns", storage: getRxStorageDexie() });
  const properties = { id: { type: "string", maxLength: 40 }, ...campaignColumns };
  const schema = { version: 0, primaryKey: "id", type: "object", properties, required: Object.keys(properties) };
  const { campaigns } = await db.addCollections({ campaigns: { schema } } as never);
  const collection = campaigns as unknown as import("rxdb").RxCollection<{ id: string }>;
  const today = new Date().toISOString().slice(0, 10);
  await collection.bulkInsert(
    Array.from({ length: count }, (_, i) => ({
      ...{ id: crypto.randomUUID(), developer_id: developer, title: `Offline ${i}`, category: "travel" },
      ...{ description: "Written in a tunnel, long enough to be one.", start_date: today, end_date: "2027-12-31" },
      ...{ max_testers: 5, reward_amount_cents: 100 },
    })),
  );
  const [before, startedAt] = [requests, performance.now()];
  const state = replicateSupabase({
    ...{ client, tableName: "campaigns", collection: collection as never, replicationIdentifier: "stock-campaigns" },
    ...{ live: false, push: { batchSize: 200 } },
  });
  const failed = new Promise<never>((_, reject) => state.error$.subscribe(reject));
  await Promise.race([state.awaitInSync(), failed]);
  const took = { ms: performance.now() - startedAt, requests: requests - before };
  const { count: arrived } = await client.from("campaigns").select("id", { count: "exact", head: true });
  if (arrived !== count) throw new Error(`The stock plugin pushed ${arrived} of ${count}`);
  return took;
}

export async function stockPull(client: SupabaseClient, count: number): Promise<number> {
  const { collection, start } = await stock(client, "stock-pull");
  const startedAt = performance.now();
  await start().awaitInSync();
  const found = await collection.count().exec();
  if (found < count) throw new Error(`The stock plugin pulled ${found} of ${count}`);
  return performance.now() - startedAt;
}

export async function plainPull(client: SupabaseClient, count: number): Promise<number> {
  const db = new Dexie("plain-pull");
  db.version(1).stores({ rows: "id" });
  const startedAt = performance.now();
  for (let from = 0; ; from += 1000) {
    const { data, error } = await client
      .from("bench_rows")
      .select("*")
      .order("id")
      .range(from, from + 999);
    if (error) throw error;
    await db.table("rows").bulkPut(data);
    if (data.length < 1000) break;
  }
  const found = await db.table("rows").count();
  if (found < count) throw new Error(`supabase-js pulled ${found} of ${count}`);
  return performance.now() - startedAt;
}

/**
 * Measures from login to the last of `count` notifications in the local store. The other stores
 * have no password to check.
 */
export async function ourPull(sync: Sync, who: { email: string; password: string }, count: number): Promise<number> {
  const answer = await sync.signIn({ ...who, remember: true });
  const startedAt = performance.now();
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  const store = await personsStore(sync);
  for (;;) {
    if ((await store.collection("notifications").count().exec()) >= count) return performance.now() - startedAt;
    await new Promise((done) => setTimeout(done, 20));
  }
}
