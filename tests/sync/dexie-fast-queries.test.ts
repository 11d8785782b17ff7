// The quick reads of sync/database/dexie-fast-queries.ts beside RxDB's own, row by row, for queries
// of every kind over rows with many ties.
import { createRxDatabase, normalizeMangoQuery, prepareQuery, type RxCollection } from "rxdb";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { addFastQueries, type DexieInstance } from "../../sync/database/dexie-fast-queries.ts";
import { rxSchema } from "../../sync/schema/rxdb-schema.ts";
import { Random } from "../fixtures/random.ts";
import "../fixtures/sync/quick-cursors.ts";
import { isLongRun } from "../fixtures/long.ts";
import { columnsOf, randomValue } from "../simulation/values.ts";

type Query = { query(prepared: object): Promise<{ documents: { id: string }[] }> };

const random = new Random(7);
const instants = Array.from({ length: 12 }, (_, i) => `2026-11-${10 + i}T00:00:00.000Z`);
let close: () => Promise<void>;
let collection: RxCollection;
const ids: string[] = [];

beforeAll(async () => {
  const db = await createRxDatabase({ name: "dexie-reads", storage: getRxStorageDexie(), multiInstance: false });
  await db.addCollections({ feedback: { schema: rxSchema("feedback") as never } });
  collection = db.collections.feedback as RxCollection;
  close = async () => void (await db.close());
  const text = () => `text ${random.below(50)}`;
  const rows = Array.from({ length: 1300 }, () => ({
    ...Object.fromEntries(Object.entries(columnsOf("feedback")).map(([c, s]) => [c, randomValue(random, s, text)])),
    ...{ id: random.uuid(), captured_at: random.pick(instants), sync_xid: random.pick(["", "1", "2"]) },
  }));
  ids.push(...rows.map(({ id }) => id));
  await collection.bulkInsert(rows);
  await collection.bulkRemove(ids.slice(0, 100));
});
afterAll(() => close());

/** Older browsers step through an index backwards. */
function withoutRecords(): void {
  const prototype = IDBIndex.prototype as { getAllRecords?: unknown };
  const { getAllRecords } = prototype;
  delete prototype.getAllRecords;
  onTestFinished(() => {
    prototype.getAllRecords = getAllRecords;
  });
}

function anyQuery(): object {
  const selector: Record<string, object> = { _deleted: { $eq: random.chance(0.1) } };
  if (random.chance(0.5)) selector.status = { $eq: random.pick(["draft", "submitted"]) };
  if (random.chance(0.3))
    selector.captured_at = { [String(random.pick(["$gt", "$gte", "$lt", "$eq"]))]: random.pick(instants) };
  if (random.chance(0.3)) selector.rating = { $gte: random.below(6) };
  if (random.chance(0.2)) selector.id = { $in: ids.slice(90, 110) };
  if (random.chance(0.2)) selector.sync_xid = { $eq: "" };
  const sort = random.pick([
    undefined,
    [{ captured_at: "desc" }],
    [{ captured_at: "asc" }],
    [{ status: "desc" }],
    [{ rating: "desc" }, { captured_at: "asc" }],
    [{ id: "desc" }],
  ]);
  return {
    selector,
    ...(sort ? { sort } : {}),
    ...(random.chance(0.7) ? { limit: random.pick([0, 1, 50, 1000, 1500]) } : {}),
    ...(random.chance(0.3) ? { skip: random.below(40) } : {}),
  };
}

test.each([["of today", true], ...(isLongRun ? [["without getAllRecords", false] as const] : [])] as const)(
  "O1 O2 a quick read finds the rows that RxDB's own finds, in its order, in a browser %s",
  async (_, records) => {
    if (!records) withoutRecords();
    const instance = collection.storageInstance as unknown as Query;
    const original = (collection.storageInstance as unknown as { originalStorageInstance: Query })
      .originalStorageInstance;
    const quick: Query & DexieInstance = Object.create(original);
    addFastQueries(quick);
    const schema = collection.schema.jsonSchema as never;
    for (let i = 0; i < 60; i++) {
      const query = anyQuery();
      const prepared = prepareQuery(schema, normalizeMangoQuery(schema, query as never) as never);
      const [mine, theirs] = [await quick.query(prepared), await instance.query(prepared)];
      const said = JSON.stringify(query);
      expect(
        mine.documents.map(({ id }) => id),
        said,
      ).toEqual(theirs.documents.map(({ id }) => id));
      expect(mine.documents, said).toEqual(theirs.documents);
    }
  },
);

test("O2 rows are found by their ids, many or few, close together or far apart, and what is not there is not", async () => {
  const original = (collection.storageInstance as unknown as { originalStorageInstance: object })
    .originalStorageInstance;
  const quick: DexieInstance & {
    findDocumentsById(ids: string[], deleted: boolean): Promise<{ id: string; _deleted: boolean }[]>;
  } = Object.create(original);
  addFastQueries(quick);
  const strange = Array.from({ length: 500 }, () => random.uuid());
  const near = [...ids].sort().slice(200, 240);
  const far = [...ids].sort().filter((_, i) => i % 40 === 0);
  for (const asked of [ids.slice(0, 500), far, near, ids.slice(90, 110), ["no-such-row"], []]) {
    const found = await quick.findDocumentsById([...strange, ...asked], true);
    const alone = await quick.findDocumentsById(asked, true);
    const there = asked.filter((id) => id !== "no-such-row");
    expect(found.map(({ id }) => id)).toEqual(there);
    expect(alone).toEqual(found);
    const living = await quick.findDocumentsById(asked, false);
    expect(living).toEqual(found.filter(({ _deleted }) => !_deleted));
  }
  expect((await quick.findDocumentsById(ids.slice(0, 500), true)).filter((row) => row._deleted)).toHaveLength(100);
});
