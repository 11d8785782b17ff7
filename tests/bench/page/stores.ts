// Five tasks for each store: fill, open with the newest fifty, newest of many, search, one write.
import Dexie, { liveQuery } from "dexie";
import indexeddb from "pouchdb-adapter-indexeddb";
import PouchDB from "pouchdb-browser";
import type { RxCollection } from "rxdb";
import { openStore, type Store } from "../../../sync/database/store.ts";
import { type Doc, names } from "./documents.ts";

export interface Bench {
  fill(docs: ReadonlyMap<string, Doc[]>): Promise<void>;
  /** Opens the filled store. */
  open(): Promise<void>;
  newest(collection: string, count: number): Promise<Doc[]>;
  all(collection: string): Promise<Doc[]>;
  /** Calls back with each new list of the first fifty rows; for live queries. */
  watch(collection: string, seen: (docs: Doc[]) => void): () => void;
  write(collection: string, id: string, change: Partial<Doc>): Promise<void>;
}

PouchDB.plugin(indexeddb);

export function rxdb(person: { id: string; name: string; email: string }, existing?: Store): Bench {
  let store: Store | undefined = existing;
  const collection = (name: string) => {
    const found = store?.db.collections[name as "notifications"];
    if (!found) throw new Error(`No ${name}`);
    return found as unknown as RxCollection<Doc>;
  };
  return {
    async open() {
      store ??= await openStore({ ...person, role: "tester" });
    },
    async fill(docs) {
      await this.open();
      for (const [name, list] of docs) await collection(name).bulkInsert(list);
    },
    async newest(name, limit) {
      const found = await collection(name)
        .find({ sort: [{ created_at: "desc" }], limit })
        .exec();
      return found.map((d) => d.toJSON() as Doc);
    },
    async all(name) {
      return (await collection(name).find().exec()).map((d) => d.toJSON() as Doc);
    },
    watch(name, seen) {
      const live = collection(name)
        .find({ sort: [{ id: "asc" }], limit: 50 })
        .$.subscribe((found) => seen(found.map((d) => d.toJSON() as Doc)));
      return () => live.unsubscribe();
    },
    async write(name, id, change) {
      const doc = await collection(name).findOne(id).exec();
      await doc?.incrementalPatch(change);
    },
  };
}

export function dexie(): Bench {
  const db = new Dexie("bench-dexie");
  db.version(1).stores(Object.fromEntries(names.map((name) => [name, "id, created_at"])));
  const table = (name: string) => db.table<Doc, string>(name);
  return {
    async open() {
      await db.open();
    },
    async fill(docs) {
      for (const [name, list] of docs) await table(name).bulkPut(list);
    },
    newest: (name, count) => table(name).orderBy("created_at").reverse().limit(count).toArray(),
    all: (name) => table(name).toArray(),
    watch(name, seen) {
      const live = liveQuery(() => table(name).orderBy("id").limit(50).toArray()).subscribe(seen);
      return () => live.unsubscribe();
    },
    async write(name, id, change) {
      await table(name).update(id, change);
    },
  };
}

interface Pouched {
  _id: string;
  _rev?: string;
  doc: Doc;
}

/** One database whose key sorts by collection and time, PouchDB's fastest layout. */
export function pouch(adapter: "idb" | "indexeddb"): Bench {
  const db = new PouchDB<Pouched>(`bench-pouch-${adapter}`, { adapter });
  const ids = new Map<string, string>();
  const range = (name: string, descending = false) =>
    descending
      ? { startkey: `${name}|\ufff0`, endkey: `${name}|`, descending }
      : { startkey: `${name}|`, endkey: `${name}|\ufff0` };
  const read = async (name: string, options: object): Promise<Doc[]> => {
    const found = await db.allDocs({ ...options, include_docs: true });
    return found.rows.flatMap((row) => {
      if (!row.doc) return [];
      ids.set(`${name}|${row.doc.doc.id}`, row.doc._id);
      return [row.doc.doc];
    });
  };
  return {
    async open() {
      await db.info();
    },
    async fill(docs) {
      for (const [name, list] of docs)
        await db.bulkDocs(list.map((doc) => ({ _id: `${name}|${doc.created_at}|${doc.id}`, doc })));
    },
    newest: (name, limit) => read(name, { ...range(name, true), limit }),
    all: (name) => read(name, range(name)),
    watch(name, seen) {
      const look = async () => seen(await read(name, { ...range(name), limit: 50 }));
      void look();
      const feed = db.changes({ since: "now", live: true }).on("change", () => void look());
      return () => feed.cancel();
    },
    async write(name, id, change) {
      const found = await db.get(ids.get(`${name}|${id}`) ?? "");
      await db.put({ ...found, doc: { ...found.doc, ...change } });
    },
  };
}
