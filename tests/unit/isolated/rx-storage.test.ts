// RxDB's storage (sync/database/rx-storage.ts): the cases of RxDB's own suite, and our additions:
// one database, transactions across tables, and reopening.
import "fake-indexeddb/auto";
import Dexie from "dexie";
// @ts-expect-error: the package has it, without types.
import forceCloseDatabase from "fake-indexeddb/lib/forceCloseDatabase";
import fc from "fast-check";
import {
  createRxDatabase,
  fillWithDefaultSettings,
  getQueryMatcher,
  getSortComparator,
  normalizeMangoQuery,
  prepareQuery,
  type RxCollection,
  type RxDatabase,
  type RxJsonSchema,
  type RxStorageInstance,
} from "rxdb";
import { firstValueFrom } from "rxjs";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createStoreDatabase, type StoreDatabase } from "../../../sync/database/rx-storage.ts";
import type { DatabaseShape, StoredRow } from "../../../sync/database/rx-storage-tables.ts";
import { type CollectionName, collections } from "../../../sync/schema/collections.ts";
import { rxSchema } from "../../../sync/schema/rxdb-schema.ts";

interface Doc {
  id: string;
  title: string;
  place: string;
  score: number;
  note: string | null;
}

const schema: RxJsonSchema<Doc> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id: { type: "string", maxLength: 40 },
    title: { type: "string", maxLength: 40 },
    place: { type: "string", maxLength: 40 },
    score: { type: "number", multipleOf: 1, minimum: -100, maximum: 100 },
    note: { type: ["string", "null"] },
  } as unknown as RxJsonSchema<Doc>["properties"],
  required: ["id", "title", "place", "score", "note"],
  indexes: ["title", ["place", "score"], "score"],
};
const filled = fillWithDefaultSettings(schema);
const notDeleted = { _deleted: { $eq: false } };

const databases: StoreDatabase[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const database of databases.splice(0)) database.close();
});

const shapeOf = (name: string = crypto.randomUUID()): DatabaseShape => ({
  name,
  version: 1,
  collections: { docs: schema as never, others: schema as never },
  tables: { outbox: "key", meta: "key" },
});

function openDatabase(shape = shapeOf()): StoreDatabase {
  const database = createStoreDatabase(shape);
  databases.push(database);
  return database;
}

type Instance = RxStorageInstance<Doc, unknown, unknown> & {
  bulkWrite(
    rows: object[],
    context: string,
  ): Promise<{ error: { status: number; documentId: string; documentInDb?: object }[] }>;
};
async function instanceOf(database: StoreDatabase, collectionName = "docs", multiInstance = false): Promise<Instance> {
  const instance = await database.storage.createStorageInstance<Doc>({
    ...{ databaseInstanceToken: crypto.randomUUID(), databaseName: database.dexie.name, collectionName },
    ...{ schema: filled, options: {}, multiInstance, devMode: false },
  });
  onTestFinished(() => instance.close());
  return instance as Instance;
}

let clock = 1000;
const docOf = (id: string, columns: Partial<Doc & { _deleted: boolean; _rev: string }> = {}): StoredRow & Doc => ({
  ...{ id, title: "a title", place: "here", score: 1, note: null },
  ...{ _deleted: false, _attachments: {}, _meta: { lwt: ++clock }, _rev: "1-a" },
  ...columns,
});
const next = (before: StoredRow & Doc, columns: Partial<Doc & { _deleted: boolean }>) =>
  docOf(before.id, { ...before, _rev: `${Number.parseInt(before._rev, 10) + 1}-a`, ...columns });

const insert = (instance: Instance, ...docs: object[]) =>
  instance.bulkWrite(
    docs.map((document) => ({ document })),
    "test",
  );

function heard(instance: Instance) {
  const events: { operation: string; id: string; before: unknown; after: unknown; context: string }[] = [];
  instance.changeStream().subscribe((bulk) => {
    for (const { operation, documentId, previousDocumentData, documentData } of bulk.events)
      events.push({
        ...{ operation, id: documentId, context: bulk.context },
        ...{ before: previousDocumentData?.title, after: documentData.title },
      });
    const last = bulk.events.at(-1);
    expect(bulk.checkpoint).toEqual({ id: last?.documentId, lwt: last?.documentData._meta.lwt });
  });
  return events;
}

const prepared = (query: object) =>
  prepareQuery<Doc>(filled, normalizeMangoQuery(filled as never, query as never) as never);
const found = async (instance: Instance, query: object) => (await instance.query(prepared(query))).documents;
const idsOf = (docs: readonly { id: string }[]) => docs.map(({ id }) => id);

test("O1 returns an inserted document unchanged, without extra fields", async () => {
  const instance = await instanceOf(openDatabase());
  const doc = docOf("a", { note: "x" });
  expect(await insert(instance, structuredClone(doc))).toEqual({ error: [] });
  expect(await instance.findDocumentsById(["a", "b"], false)).toEqual([doc]);
  expect(await found(instance, { selector: notDeleted })).toEqual([doc]);
});

test("O1 a second insert is a conflict that returns the stored document", async () => {
  const instance = await instanceOf(openDatabase());
  const [first, second] = [docOf("a", { title: "first" }), docOf("a", { title: "second" })];
  const answers = await Promise.all([insert(instance, first), insert(instance, second)]);
  expect(answers[0]).toEqual({ error: [] });
  expect(answers[1].error).toMatchObject([{ status: 409, documentId: "a", documentInDb: first }]);
  expect(await instance.findDocumentsById(["a"], false)).toEqual([first]);
});

test("O1 an update needs the newest version as its previous one", async () => {
  const instance = await instanceOf(openDatabase());
  const first = docOf("a");
  const second = next(first, { title: "second" });
  await insert(instance, first);
  expect(await instance.bulkWrite([{ previous: first, document: second }], "test")).toEqual({ error: [] });
  const late = await instance.bulkWrite([{ previous: first, document: next(first, { title: "late" }) }], "test");
  expect(late.error).toMatchObject([{ status: 409, documentInDb: second }]);
  expect(await instance.findDocumentsById(["a"], false)).toEqual([second]);
});

test("O1 finds a deleted document by id and by queries for deleted ones only, and allows a new insert", async () => {
  const instance = await instanceOf(openDatabase());
  const first = docOf("a", { title: "gone" });
  const gone = next(first, { _deleted: true });
  await insert(instance, first, docOf("b"));
  await instance.bulkWrite([{ previous: first, document: gone }], "test");
  expect(await instance.findDocumentsById(["a"], false)).toEqual([]);
  expect(await instance.findDocumentsById(["a"], true)).toEqual([gone]);
  expect(idsOf(await found(instance, { selector: notDeleted }))).toEqual(["b"]);
  expect(idsOf(await found(instance, { selector: { ...notDeleted, title: { $eq: "gone" } } }))).toEqual([]);
  expect(await found(instance, { selector: { _deleted: { $eq: true }, title: { $eq: "gone" } } })).toEqual([gone]);
  expect(idsOf(await found(instance, { selector: {}, sort: [{ id: "asc" }] }))).toEqual(["a", "b"]);
  const back = next(gone, { _deleted: false, title: "back" });
  const events = heard(instance);
  expect(await instance.bulkWrite([{ previous: gone, document: back }], "test")).toEqual({ error: [] });
  expect(events).toMatchObject([{ operation: "INSERT", id: "a", after: "back" }]);
  expect(idsOf(await found(instance, { selector: { ...notDeleted, title: { $eq: "back" } } }))).toEqual(["a"]);
  expect(await found(instance, { selector: { _deleted: { $eq: true } } })).toEqual([]);
});

test("O1 stores a document that arrives deleted without an event", async () => {
  const instance = await instanceOf(openDatabase());
  const events = heard(instance);
  await insert(instance, docOf("a", { _deleted: true }));
  expect(events).toEqual([]);
  expect(idsOf(await instance.findDocumentsById(["a"], true))).toEqual(["a"]);
});

test("O1 a bulk write stores valid rows and names the others", async () => {
  const instance = await instanceOf(openDatabase());
  const [a, b] = [docOf("a"), docOf("b", { title: "b before" })];
  await insert(instance, a, b);
  const events = heard(instance);
  const rows = [
    { document: docOf("a", { title: "again" }) },
    { previous: b, document: next(b, { title: "b after" }) },
    ...Array.from({ length: 100 }, (_, i) => ({ document: docOf(`n${i}`) })),
  ];
  const { error } = await instance.bulkWrite(rows, "mixed");
  expect(error).toMatchObject([{ status: 409, documentId: "a" }]);
  expect(events).toHaveLength(101);
  expect(events[0]).toEqual({ operation: "UPDATE", id: "b", before: "b before", after: "b after", context: "mixed" });
  expect((await instance.count(prepared({ selector: notDeleted }))).count).toBe(102);
});

test("O1 finds rows by id: few and many, adjacent and scattered, in the requested order", async () => {
  const instance = await instanceOf(openDatabase());
  const all = Array.from({ length: 500 }, (_, i) => `id${String(i).padStart(4, "0")}`);
  await insert(instance, ...all.map((id) => docOf(id)));
  const strange = Array.from({ length: 200 }, (_, i) => `none${i}`);
  for (const asked of [
    all.toReversed(),
    all.slice(3, 5),
    all.filter((_, i) => i % 30 === 0),
    [...strange, "id0007"],
    [],
  ])
    expect(idsOf(await instance.findDocumentsById(asked, false))).toEqual(asked.filter((id) => id.startsWith("id")));
});

const word = fc.constantFrom("", "a", "b", "c d", "é", "z");
const anyDoc = fc.record({
  title: word,
  place: fc.constantFrom("here", "there"),
  score: fc.integer({ min: -3, max: 3 }),
  note: fc.option(word),
  _deleted: fc.boolean(),
});
const operator = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    fc.constantFrom("$eq", "$ne", "$gt", "$gte", "$lt", "$lte").chain((name) => value.map((v) => ({ [name]: v }))),
    fc.constantFrom("$in", "$nin").chain((name) => fc.array(value, { maxLength: 3 }).map((v) => ({ [name]: v }))),
    fc.tuple(value, value).map(([$gte, $lt]) => ({ $gte, $lt })),
    fc.constant({ $exists: true }),
  );
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyQuery = fc
  .record({
    selector: fc.record(
      {
        id: operator(fc.integer({ min: 0, max: 40 }).map((n) => `d${n}`)),
        title: fc.oneof(
          operator(word),
          word.map(($regex) => ({ $regex })),
        ),
        place: operator(fc.constantFrom("here", "there")),
        score: operator(fc.integer({ min: -4, max: 4 })),
        note: operator(fc.option(word)),
        _deleted: fc.oneof({ weight: 4, arbitrary: fc.constant({ $eq: false }) }, fc.constant({ $eq: true })),
        $or: fc
          .tuple(operator(word), operator(fc.integer({ min: -3, max: 3 })))
          .map(([title, score]) => [{ title }, { score }]),
      },
      { requiredKeys: [] },
    ),
    sort: maybe(
      fc.uniqueArray(
        fc
          .constantFrom("id", "title", "place", "score", "note")
          .chain((column) => fc.constantFrom("asc", "desc").map((way) => ({ [column]: way }))),
        { minLength: 1, maxLength: 3, selector: (one) => Object.keys(one)[0] },
      ),
    ),
    skip: maybe(fc.integer({ min: 0, max: 5 })),
    limit: maybe(fc.constantFrom(0, 1, 3, 10, 100)),
  })
  .map((query) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)));

test.each([
  ["of today", true],
  ["without getAllRecords", false],
])(
  "O1 O2 any query returns the same rows in the same order as a filter over all rows, in a browser %s",
  async (_, records) => {
    const prototype = IDBIndex.prototype as { getAllRecords?: unknown };
    const { getAllRecords } = prototype;
    if (!records) delete prototype.getAllRecords;
    onTestFinished(() => {
      prototype.getAllRecords = getAllRecords;
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDoc, { maxLength: 40 }),
        fc.array(anyQuery, { minLength: 12, maxLength: 12 }),
        async (made, queries) => {
          const database = openDatabase();
          const instance = await instanceOf(database);
          const docs = made.map((columns, i) => docOf(`d${i}`, columns));
          await insert(instance, ...docs);
          for (const query of queries) {
            const ready = prepared(query);
            const matches = getQueryMatcher(filled as never, ready.query as never);
            const { skip = 0, limit = Number.POSITIVE_INFINITY } = ready.query;
            const wanted = docs
              .filter((doc) => matches(doc as never))
              .sort(getSortComparator(filled as never, ready.query as never) as never)
              .slice(skip, skip + limit);
            expect(await found(instance, query), JSON.stringify(query)).toEqual(wanted);
            expect((await instance.count(ready)).count, JSON.stringify(query)).toBe(wanted.length);
          }
          database.close();
          await Dexie.delete(database.dexie.name);
        },
      ),
      { numRuns: 25 },
    );
  },
);

test("O1 a count does not read rows where an index has the answer", async () => {
  const instance = await instanceOf(openDatabase());
  await insert(
    instance,
    docOf("a", { title: "x" }),
    docOf("b", { title: "x" }),
    docOf("c", { title: "x", _deleted: true }),
  );
  const read = vi.spyOn(IDBIndex.prototype, "getAll");
  expect(await instance.count(prepared({ selector: notDeleted }))).toEqual({ count: 2, mode: "fast" });
  const byTitle = prepared({ selector: { ...notDeleted, title: { $eq: "x" } } });
  expect(await instance.count(byTitle)).toEqual({ count: 2, mode: "fast" });
  expect(read).not.toHaveBeenCalled();
});

test("O1 reads only the newest fifty of a thousand from the end of the index", async () => {
  const instance = await instanceOf(openDatabase());
  const prototype = IDBIndex.prototype as unknown as { getAllRecords(options: { count: number }): unknown };
  const read = vi.spyOn(prototype, "getAllRecords");
  const all = vi.spyOn(IDBObjectStore.prototype, "getAll");
  await insert(
    instance,
    ...Array.from({ length: 1000 }, (_, i) => docOf(`d${i}`, { score: i % 100, title: String(i) })),
  );
  all.mockClear();
  const newest = await found(instance, { selector: notDeleted, sort: [{ title: "desc" }], limit: 50 });
  expect(newest.map(({ title }) => title)).toEqual(
    Array.from({ length: 1000 }, (_, i) => String(i))
      .sort()
      .reverse()
      .slice(0, 50),
  );
  expect(read.mock.calls.map(([{ count }]) => count)).toEqual([51]);
  expect(all).not.toHaveBeenCalled();
});

test("O1 a transaction over rows, plain tables and another collection commits as a whole, then emits events", async () => {
  const database = openDatabase();
  const [docs, others] = [await instanceOf(database), await instanceOf(database, "others")];
  const before = docOf("a", { title: "before" });
  await insert(docs, before);
  const [ofDocs, ofOthers] = [heard(docs), heard(others)];
  const written = await database.writeTogether(["docs", "others", "outbox"], async (together) => {
    const previous = (await together.read("docs", ["a"])).get("a");
    expect(previous).toEqual(before);
    const { _rev, _meta, _attachments, ...row } = before;
    const rows = await together.write("docs", [{ row: { ...row, title: "after" }, previous, meta: { base: 7 } }]);
    await together.write("others", [{ row: { ...row, id: "o" }, previous: undefined }]);
    await database.dexie.table<object, string>("outbox").put({ key: "k" });
    expect([ofDocs, ofOthers]).toEqual([[], []]);
    return rows;
  });
  expect(ofDocs).toMatchObject([
    { operation: "UPDATE", id: "a", before: "before", after: "after", context: "together" },
  ]);
  expect(ofOthers).toMatchObject([{ operation: "INSERT", id: "o" }]);
  expect(await docs.findDocumentsById(["a"], false)).toEqual(written);
  expect(written[0]?._meta).toMatchObject({ base: 7 });
  expect(written[0]?._rev).toMatch(/^2-/);
  expect(await database.dexie.table("outbox").count()).toBe(1);
});

test("O1 an aborted transaction changes no table and emits no event", async () => {
  const database = openDatabase();
  const instance = await instanceOf(database);
  const events = heard(instance);
  const failing = database.writeTogether(["docs", "outbox"], async (together) => {
    await together.write("docs", [{ row: { ...docOf("a") }, previous: undefined }]);
    await database.dexie.table<object, string>("outbox").put({ key: "k" });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await instance.findDocumentsById(["a"], true)).toEqual([]);
  expect(await database.dexie.table("outbox").count()).toBe(0);
  expect(events).toEqual([]);
  const stale = database.writeTogether(["docs"], async (together) => {
    await together.write("docs", [{ row: { ...docOf("a") }, previous: undefined }]);
    await together.write("docs", [{ row: { ...docOf("a") }, previous: undefined }]);
  });
  await expect(stale).rejects.toThrow("older row");
  expect(await instance.findDocumentsById(["a"], true)).toEqual([]);
});

test("O1 a bulk write joins the surrounding Dexie transaction", async () => {
  const database = openDatabase();
  const instance = await instanceOf(database);
  const events = heard(instance);
  const { dexie } = database;
  const both = (fail: boolean) =>
    dexie.transaction("rw", ["docs", "meta"], async () => {
      await dexie.table("meta").put({ key: "m" });
      await insert(instance, docOf("a"));
      expect(idsOf(await instance.findDocumentsById(["a"], false))).toEqual(["a"]);
      expect(events).toEqual([]);
      if (fail) throw new Error("no");
    });
  await expect(both(true)).rejects.toThrow("no");
  expect([await instance.findDocumentsById(["a"], true), await dexie.table("meta").count(), events]).toEqual([
    [],
    0,
    [],
  ]);
  await both(false);
  expect(events).toMatchObject([{ operation: "INSERT", id: "a" }]);
  expect(await dexie.table("meta").count()).toBe(1);
});

test.each([0, 1, 2])("O1 a full disk at write %i fails the whole transaction with the reason", async (at) => {
  const database = openDatabase();
  const instance = await instanceOf(database);
  const events = heard(instance);
  let writes = 0;
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...args) {
    if (writes++ === at) throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, args);
  });
  await expect(insert(instance, docOf("a"), docOf("b"), docOf("c"))).rejects.toMatchObject({
    name: "QuotaExceededError",
  });
  vi.restoreAllMocks();
  expect(await instance.findDocumentsById(["a", "b", "c"], true)).toEqual([]);
  expect(events).toEqual([]);
});

function watchConnections(): IDBDatabase[] {
  const connections: IDBDatabase[] = [];
  const open = IDBFactory.prototype.open;
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(function (this: IDBFactory, ...args) {
    const request = open.apply(this, args);
    request.addEventListener("success", () => connections.push(request.result));
    return request;
  });
  return connections;
}

test("O1 O2 after the browser has closed the database, the next read, write and transaction work", async () => {
  const connections = watchConnections();
  const database = openDatabase();
  const instance = await instanceOf(database);
  await insert(instance, docOf("a"));
  const closeAll = () => {
    for (const connection of connections.splice(0)) forceCloseDatabase(connection);
  };
  closeAll();
  expect(idsOf(await instance.findDocumentsById(["a"], false))).toEqual(["a"]);
  closeAll();
  expect(await insert(instance, docOf("b"))).toEqual({ error: [] });
  closeAll();
  await database.writeTogether(["docs"], (together) =>
    together.write("docs", [{ row: { ...docOf("c") }, previous: undefined }]),
  );
  closeAll();
  expect((await instance.count(prepared({ selector: notDeleted }))).count).toBe(3);
  // Close the database while these are under way.
  const under = Promise.all([found(instance, { selector: notDeleted }), insert(instance, docOf("d"))]);
  await new Promise((later) => setImmediate(later));
  closeAll();
  expect((await under)[1]).toEqual({ error: [] });
  expect(idsOf(await found(instance, { selector: notDeleted, sort: [{ id: "asc" }] }))).toEqual(["a", "b", "c", "d"]);
});

test("O1 while a full disk blocks the database each use fails, then works again once there is space", async () => {
  const connections = watchConnections();
  const instance = await instanceOf(openDatabase());
  await insert(instance, docOf("a"));
  const open = vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  for (const connection of connections.splice(0)) forceCloseDatabase(connection);
  for (let tries = 0; tries < 3; tries++) {
    await expect(instance.findDocumentsById(["a"], false)).rejects.toMatchObject({ name: "QuotaExceededError" });
    await expect(insert(instance, docOf("b"))).rejects.toMatchObject({ name: "QuotaExceededError" });
  }
  open.mockRestore();
  expect(await insert(instance, docOf("b"))).toEqual({ error: [] });
});

test("O1 a newer app's upgrade closes the database here, and an older app does not open it", async () => {
  const replaced = vi.fn();
  const shape = { ...shapeOf(), replaced };
  const older = openDatabase(shape);
  const instance = await instanceOf(older);
  await insert(instance, docOf("a"));
  const newer = openDatabase({
    ...shape,
    version: 2,
    tables: { ...shape.tables, cards: "key" },
    replaced: () => undefined,
  });
  expect(idsOf(await (await instanceOf(newer)).findDocumentsById(["a"], false))).toEqual(["a"]);
  expect(replaced.mock.calls).toEqual([[2]]);
  await expect(instance.findDocumentsById(["a"], false)).rejects.toMatchObject({ name: "DatabaseClosedError" });
  await expect(insert(instance, docOf("b"))).rejects.toMatchObject({ name: "DatabaseClosedError" });
  const late = openDatabase(shape);
  await expect(late.ready()).rejects.toMatchObject({ name: "VersionError" });
  await expect(late.dexie.table("meta").count()).rejects.toMatchObject({ name: "DatabaseClosedError" });
  expect(replaced.mock.calls).toEqual([[2]]);
});

test("O1 a tab that deletes the database is not blocked, and this tab does not recreate it", async () => {
  const replaced = vi.fn();
  const database = openDatabase({ ...shapeOf(), replaced });
  const instance = await instanceOf(database);
  await insert(instance, docOf("a"));
  await Dexie.delete(database.dexie.name);
  expect(replaced.mock.calls).toEqual([[null]]);
  await expect(insert(instance, docOf("b"))).rejects.toMatchObject({ name: "DatabaseClosedError" });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(database.dexie.name);
});

test.each(Object.keys(collections) as CollectionName[])("O1 IndexedDB leaves no row of %s out of an index", (name) => {
  const { properties, required } = rxSchema(name) as unknown as {
    properties: Record<string, { type?: string }>;
    required: readonly string[];
  };
  for (const column of collections[name].indexes.flat()) {
    expect(["string", "number", "integer"], column).toContain(properties[column]?.type);
    expect(required).toContain(column);
  }
});

test("O1 opens only declared collections with declared indexes, in this database", async () => {
  const database = openDatabase();
  const params = {
    databaseInstanceToken: "t",
    databaseName: database.dexie.name,
    collectionName: "docs",
    schema: filled,
  };
  const create = (other: object) =>
    database.storage.createStorageInstance({
      ...params,
      options: {},
      multiInstance: false,
      devMode: false,
      ...other,
    } as never);
  await expect(create({ collectionName: "unknown" })).rejects.toThrow("no table unknown");
  await expect(create({ databaseName: "another" })).rejects.toThrow("not another");
  const schemaWith = fillWithDefaultSettings({ ...schema, indexes: ["title"] });
  await expect(create({ schema: schemaWith })).rejects.toThrow("other indexes");
});

async function openCollections(
  database: StoreDatabase,
  multiInstance: boolean,
): Promise<RxDatabase<{ docs: RxCollection<Doc> }>> {
  const db = await createRxDatabase<{ docs: RxCollection<Doc> }>({
    ...{
      name: database.dexie.name,
      // RxDB opens a name and storage only once per page, so the second tab gets another storage
      // name.
      storage: { ...database.storage, name: crypto.randomUUID() },
      multiInstance,
      eventReduce: true,
    },
  });
  onTestFinished(async () => void (await db.close()));
  await db.addCollections({ docs: { schema } });
  return db;
}
const columns = (id: string, more: Partial<Doc> = {}): Doc => ({
  id,
  title: "t",
  place: "p",
  score: 0,
  note: null,
  ...more,
});

test("O1 RxDB's queries and documents follow rows written outside of it, and are editable at once", async () => {
  const database = openDatabase();
  const db = await openCollections(database, false);
  const doc = await db.docs.insert(columns("a"));
  const lists: string[][] = [];
  db.docs.find({ sort: [{ title: "asc" }] }).$.subscribe((docs) => lists.push(docs.map(({ title }) => title)));
  await vi.waitUntil(() => lists.length === 1);
  const pull = (title: string, _deleted = false) =>
    database.writeTogether(["docs"], async (together) => {
      const previous = (await together.read("docs", ["a"])).get("a");
      await together.write("docs", [{ row: { ...columns("a", { title }), _deleted }, previous }]);
    });
  await pull("pulled");
  expect(doc.getLatest().title).toBe("pulled");
  await doc.incrementalPatch({ score: 3 });
  await Promise.all([doc.incrementalPatch({ score: 4 }), pull("again"), doc.incrementalPatch({ note: "n" })]);
  expect(doc.getLatest().toJSON()).toMatchObject({ id: "a", note: "n" });
  await db.docs.insert(columns("b", { title: "b" }));
  await pull("gone", true);
  expect(doc.getLatest().deleted).toBe(true);
  expect(await db.docs.count().exec()).toBe(1);
  await vi.waitUntil(() => lists.at(-1)?.join() === "b");
  expect(lists[1]).toEqual(["pulled"]);
  // The row returns.
  await pull("back");
  await vi.waitUntil(() => lists.at(-1)?.join() === "b,back");
});

test("O1 two tabs see each other's RxDB writes and transactions, and edit the same row without losses", async () => {
  const shape = shapeOf();
  const [here, there] = [openDatabase(shape), openDatabase(shape)];
  const [mine, theirs] = [await openCollections(here, true), await openCollections(there, true)];
  const seen = firstValueFrom(theirs.docs.insert$);
  const doc = await mine.docs.insert(columns("a"));
  expect((await seen).documentId).toBe("a");
  const other = await theirs.docs.findOne("a").exec(true);
  await here.writeTogether(["docs"], async (together) => {
    const previous = (await together.read("docs", ["a"])).get("a");
    await together.write("docs", [{ row: { ...columns("a", { title: "pulled" }), _deleted: false }, previous }]);
  });
  await vi.waitUntil(() => other.getLatest().title === "pulled");
  await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      (i % 2 ? doc : other).incrementalModify((data) => ({ ...data, score: data.score + 1 })),
    ),
  );
  expect((await mine.docs.findOne("a").exec())?.getLatest().score).toBeLessThanOrEqual(10);
  await vi.waitUntil(() => doc.getLatest().score === 10 && other.getLatest().score === 10);
});

test("O1 opens thirteen collections in one IndexedDB database", async () => {
  const names = (Object.keys(collections) as CollectionName[]).slice(0, 13);
  const before = (await indexedDB.databases()).length;
  const name = crypto.randomUUID();
  const schemas = Object.fromEntries(names.map((collection) => [collection, rxSchema(collection) as never]));
  const database = openDatabase({ name, version: 1, collections: schemas, tables: { outbox: "key" } });
  const db = await createRxDatabase({ name, storage: database.storage, multiInstance: false });
  onTestFinished(async () => void (await db.close()));
  await db.addCollections(
    Object.fromEntries(names.map((collection) => [collection, { schema: rxSchema(collection) }])) as never,
  );
  expect(await Promise.all(names.map((collection) => db.collections[collection]?.count().exec()))).toEqual(
    names.map(() => 0),
  );
  expect(names.length).toBe(13);
  expect((await indexedDB.databases()).length - before).toBe(1);
});

test("O1 a closed instance reports it", async () => {
  const docs = await instanceOf(openDatabase());
  await insert(docs, docOf("a"));
  await docs.close();
  for (const use of [() => docs.findDocumentsById(["a"], true), () => insert(docs, docOf("b"))])
    await expect(use()).rejects.toThrow("docs of");
});

test("O1 a transaction can write a collection that RxDB has not opened", async () => {
  const database = openDatabase();
  const { _rev, _meta, _attachments, ...row } = docOf("a");
  await database.writeTogether(["docs"], async ({ read, write }) => {
    const [first] = await write("docs", [{ row, previous: undefined }]);
    expect((await read("docs", ["a"])).get("a")).toEqual(first);
    await write("docs", [{ row: { ...row, title: "second" }, previous: first }]);
  });
  expect(await (await instanceOf(database)).findDocumentsById(["a"], true)).toMatchObject([{ title: "second" }]);
});

test("O1 a transaction that awaits anything else fails, and its earlier writes emit events", async () => {
  const database = openDatabase();
  const instance = await instanceOf(database);
  const events = heard(instance);
  const { _rev, _meta, _attachments, ...row } = docOf("a");
  const late = database.writeTogether(["docs"], async ({ write }) => {
    await write("docs", [{ row, previous: undefined }]);
    await new Promise((done) => setTimeout(done, 5));
    await write("docs", [{ row: { ...row, id: "b" }, previous: undefined }]);
  });
  await expect(late).rejects.toThrow();
  const there = await instance.findDocumentsById(["a", "b"], true);
  expect(events.map(({ id }) => id)).toEqual(idsOf(there));
  expect(idsOf(there)).toEqual(["a"]);
});
