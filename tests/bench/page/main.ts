// The bench's calls into a page. Each is one measurement, in milliseconds.
import { fold } from "../../../src/lib/text-match.ts";
import { openStore } from "../../../sync/database/store.ts";

import type { Store, Sync } from "../../../sync/index.ts";
import { makeOldStore } from "../../fixtures/sync/old-store.ts";
import { type Doc, documentsOf, spread } from "./documents.ts";
import { type Bench, dexie, pouch, rxdb } from "./stores.ts";
import {
  clientOf,
  type LagDevice,
  openLag,
  ourPhotos,
  ourPull,
  ourPush,
  personsStore,
  plainPull,
  quiet,
  type Server,
  stockPull,
  stockPush,
  stockPushCampaigns,
  syncOf,
} from "./sync.ts";

export type Kind = "ours" | "dexie" | "pouch-idb" | "pouch-indexeddb";
const password = "correct horse battery";
const nobody = { id: "0b000000-0000-4000-8000-000000000001", name: "Bench", email: "bench@example.test" };

const others: Record<Exclude<Kind, "ours">, () => Bench> = {
  dexie,
  "pouch-idb": () => pouch("idb"),
  "pouch-indexeddb": () => pouch("indexeddb"),
};

/** Our store with replication, through the app's own `createSync`. */
async function ours(server: Server): Promise<{ bench: Bench; sync: Sync }> {
  const sync = syncOf(server);
  const store = await personsStore(sync);
  return { sync, bench: rxdb(nobody, store) };
}

function render(docs: readonly Doc[]): Promise<void> {
  const list = document.createElement("ul");
  for (const doc of docs) {
    const item = document.createElement("li");
    item.textContent = `${doc.id} ${doc.created_at}`;
    list.append(item);
  }
  document.body.replaceChildren(list);
  return new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
}

const timed = async (task: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
};

async function signedUp(server: Server, email: string, role: "developer" | "tester") {
  const sync = syncOf(server);
  const made = await sync.signUp({ name: "Bench", email, password, role, language: "en" });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  const store = await personsStore(sync);
  await quiet(sync);
  return { sync, store };
}

let device: LagDevice | undefined;
const opened = () => {
  if (!device) throw new Error("Nobody watches");
  return device;
};

const bench = {
  /** Signs up a new user, only in our store. */
  async signUp(server: Server, email: string, role: "tester" | "developer"): Promise<string> {
    const sync = syncOf(server);
    const made = await sync.signUp({ name: "Bench", email, password, role, language: "en" });
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    await personsStore(sync);
    await quiet(sync);
    // One at a time: opening a second one closes the databases of the first.
    await sync.stop();
    return made.value.id;
  },

  async fill(
    kind: Kind,
    server: Server,
    total: number,
    only?: "notifications" | "feedback" | "campaigns",
  ): Promise<void> {
    const docs = only ? new Map([[only, documentsOf(only, total)]]) : spread(total);
    if (kind !== "ours") return others[kind]().fill(docs);
    // A single collection is measured without replication and signed out.
    if (only) return rxdb(nobody).fill(docs);
    const { bench: store, sync } = await ours(server);
    await store.fill(docs);
    // Replication checks rows that were inserted without it once; no measurement includes this.
    await quiet(sync);
    await sync.stop();
  },

  /** Measures the time until the newest fifty rows are on the screen. */
  reopen(kind: Kind, server: Server): Promise<number> {
    return timed(async () => {
      const store = kind === "ours" ? (await ours(server)).bench : others[kind]();
      if (kind !== "ours") await store.open();
      const newest = await store.newest("notifications", 50);
      if (newest.length !== 50) throw new Error(`${kind} has ${newest.length} of 50`);
      await render(newest);
    });
  },

  /** Creates a store of an earlier format. */
  makeOld(total: number): Promise<void> {
    const pulled = new Map(
      [...spread(total)].map(
        ([name, docs]) => [name, docs.map((doc) => ({ ...doc, _deleted: false }) as never)] as const,
      ),
    );
    return makeOldStore({ key: nobody.id, pulled, unsent: new Map() });
  },

  /**
   * Upgrades that store.
   * @returns the time until it is open
   */
  async upgrade(total: number): Promise<number> {
    let told = 0;
    let store: Store | undefined;
    const ms = await timed(async () => {
      const progress = ({ done }: { done: number }) => {
        told = done;
      };
      store = await openStore({ ...nobody, role: "tester" }, {}, { progress });
    });
    const there = await store?.collection("notifications").count().exec();
    if (there !== total / 2 || told < total * 0.99) throw new Error(`${there} notifications, ${told} of ${total} told`);
    return ms;
  },

  async databases(server: Server, email: string): Promise<number> {
    const { store } = await signedUp(server, email, "developer");
    return (await indexedDB.databases()).filter(({ name }) => name?.includes(store.owner)).length;
  },

  async newest(kind: Kind): Promise<number> {
    const store = kind === "ours" ? rxdb(nobody) : others[kind]();
    await store.open();
    await store.newest("notifications", 10);
    return timed(() => store.newest("notifications", 50));
  },

  /** Measures the first search, and the median of more keystrokes over titles and descriptions. */
  async search(kind: Kind): Promise<{ first: number; keystrokes: number[] }> {
    const store = kind === "ours" ? rxdb(nobody) : others[kind]();
    await store.open();
    const keys = ["s", "se", "sea", "sear", "searc", "search", "search c", "search cr", "search cra", "search cras"];
    let folded: { doc: Doc; text: string }[] | undefined;
    const look = async (key: string): Promise<Doc[]> => {
      // Like the app: reads once, then searches in memory. The other stores filter their rows each
      // time.
      if (kind === "ours") {
        folded ??= (await store.all("campaigns")).map((doc) => ({
          doc,
          text: fold(`${doc.title} ${doc.description}`),
        }));
        return folded.filter(({ text }) => text.includes(key)).map(({ doc }) => doc);
      }
      const all = await store.all("campaigns");
      return all.filter((doc) => `${doc.title} ${doc.description}`.toLowerCase().includes(key));
    };
    const first = await timed(() => look("map"));
    const keystrokes: number[] = [];
    for (const key of keys) keystrokes.push(await timed(() => look(key)));
    return { first, keystrokes };
  },

  /** Measures from a write to the updated list, with twenty live lists open. */
  async write(kind: Kind): Promise<number[]> {
    const store = kind === "ours" ? rxdb(nobody) : others[kind]();
    await store.open();
    let seen: (docs: Doc[]) => void = () => undefined;
    const stops = Array.from({ length: 20 }, (_, i) => store.watch("feedback", (docs) => i === 0 && seen(docs)));
    const visible = await new Promise<Doc>((first) => {
      seen = (docs) => docs[0] && first(docs[0]);
    });
    const all: number[] = [];
    for (let i = 0; i < 50; i++) {
      const summary = `Written ${i}`;
      const shown = new Promise<void>((done) => {
        seen = (docs) => docs.some((d) => d.id === visible.id && d.summary === summary) && done();
      });
      all.push(await timed(() => Promise.all([store.write("feedback", visible.id, { summary }), shown])));
    }
    for (const stop of stops) stop();
    return all;
  },

  async ourPush(server: Server, email: string, count: number) {
    const { sync, store } = await signedUp(server, email, "developer");
    return ourPush(sync, store, count);
  },
  async photos(server: Server, email: string, campaign: string, count: number) {
    const { sync, store } = await signedUp(server, email, "tester");
    return ourPhotos(sync, store, campaign, count);
  },
  async stockPush(server: Server, count: number) {
    return stockPush(clientOf(server), count);
  },
  async stockPushCampaigns(server: Server, email: string, count: number) {
    const client = clientOf(server);
    const { data, error } = await client.auth.signUp({
      ...{ email, password, options: { data: { name: "Bench", role: "developer" } } },
    });
    if (error || !data.user) throw error ?? new Error("Nobody signed up");
    return stockPushCampaigns(client, data.user.id, count);
  },
  ourPull: (server: Server, email: string, count: number) => ourPull(syncOf(server), { email, password }, count),
  /** Signs in, and renders the user's bio on each change. */
  async watchBio(server: Server, email: string): Promise<void> {
    device = await openLag(syncOf(server), { email, password }, ({ bio }) => render([{ id: bio, created_at: "" }]));
  },
  writeBio: (bio: string): Promise<number> => opened().write(bio),
  bioDrawn: (bio: string): Promise<number> => opened().drawn(bio),
  stockPull: (server: Server, count: number) => stockPull(clientOf(server), count),
  plainPull: (server: Server, count: number) => plainPull(clientOf(server), count),
};

export type PageBench = typeof bench;
Object.assign(window, { bench });
