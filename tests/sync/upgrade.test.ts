// Upgrades a store of an earlier app version without losing a row, draft, rejected change or file,
// even if the tab is killed. Without a server: upgrades also run offline.
import Dexie from "dexie";
import type { RxCollection } from "rxdb";
import { afterEach, describe, expect, test } from "vitest";
import { deviceDbName } from "../../sync/database/device-db.ts";
import { baseOfStored } from "../../sync/database/local-rows.ts";
import { upgraded } from "../../sync/database/merge.ts";
import type { SyncedDoc } from "../../sync/database/row.ts";
import { keyOf, openStore, type Person, type Store, StoreOutdated } from "../../sync/database/store.ts";
import { pendingRows, pendingStored } from "../../sync/outbox/pending-changes.ts";
import type { CollectionName } from "../../sync/schema/collections.ts";
import { storeFormat } from "../../sync/schema/store-version.ts";
import { attachmentItem } from "../../sync/uploads/attachments.ts";
import { Random } from "../fixtures/random.ts";
import { openDeviceDb } from "../fixtures/sync/device-db.ts";
import { later, makeOldStore, type Rows } from "../fixtures/sync/old-store.ts";
import { columnsOf, randomValue } from "../simulation/values.ts";

const names: readonly CollectionName[] = ["campaigns", "applications", "feedback", "notifications"];
const runs = Number(process.env.UPGRADE_RUNS ?? 6);

function rowsOf(random: Random, name: CollectionName, count: number, sync_xid: string): SyncedDoc[] {
  const text = () => `text ${random.below(1_000_000)}`;
  return Array.from({ length: count }, () => ({
    ...Object.fromEntries(Object.entries(columnsOf(name)).map(([c, schema]) => [c, randomValue(random, schema, text)])),
    ...{ id: random.uuid(), sync_xid, sync_client: "", sync_seq: 3, _deleted: false },
  }));
}

interface Given {
  person: Person;
  device: string;
  pulled: Rows;
  unsent: Rows;
  /** An unsent row that no longer fits the schema. */
  outgrown: SyncedDoc;
}

async function given(seed: number): Promise<Given> {
  const random = new Random(seed);
  const person = { id: random.uuid(), name: "Uma", email: "uma@example.test", role: "tester" as const };
  const device = `-upgrade-${seed}-${crypto.randomUUID().slice(0, 8)}`;
  // The files belong to a developer, because a tester's store has no place for them now.
  const pulled = new Map([...names, "files" as const].map((name) => [name, rowsOf(random, name, 30, "5")]));
  const unsent = new Map(
    (["applications", "feedback", "files"] as const).map((name) => {
      const edited = (pulled.get(name) ?? []).slice(0, 4).map((row) => ({ ...row, sync_xid: "", sync_seq: 4 }));
      return [name, [...edited.map((row, i) => ({ ...row, _deleted: i === 0 })), ...rowsOf(random, name, 3, "")]];
    }),
  );
  const [outgrown] = rowsOf(random, "feedback", 1, "");
  if (!outgrown) throw new Error("unreachable");
  outgrown.severity = "a severity of old";
  unsent.get("feedback")?.push(outgrown);
  const key = keyOf(person.id, { device });
  await makeOldStore({ key, pulled, unsent });
  const side = await new Dexie(deviceDbName(key)).open();
  const row = {
    collection: "feedback",
    id: "r",
    code: "wrong_state",
    message: "",
    field: "",
    text: "",
    at: "2026",
  } as const;
  await side
    .table("outbox")
    .put({ key: "rejected|feedback|r", kind: "rejected", doc: { summary: "Rejected before" }, ...row });
  await side.table("drafts").put({ key: "form", value: { typed: "Not yet saved" }, at: "2026" });
  const data = new Blob(["bytes"]);
  await side.table("blobs").put({ sha256: "s", data, type: "image/png", size: 5, own: 1, at: "2026" });
  const photo = { id: "a", sha256: "s", name: "a.png", type: "image/png", size: 5, width: null, height: null };
  await side.table("pending").put(attachmentItem(person.id, "r", photo));
  side.close();
  return { person, device, pulled, unsent, outgrown };
}

const sorted = (rows: readonly SyncedDoc[]) => [...rows].sort((a, b) => a.id.localeCompare(b.id));
/** Returns a row of the old store as the new one must hold it. */
const now = (name: CollectionName, row: SyncedDoc): SyncedDoc => {
  const column = later[name];
  const sync_xid = row.sync_xid === "" ? "" : upgraded;
  return column ? { ...row, [column]: column === "known" ? false : 0, sync_xid } : row;
};

async function everythingIsThere(store: Store, { pulled, unsent, outgrown }: Given): Promise<void> {
  for (const name of names) {
    const own = (unsent.get(name) ?? []).filter((row) => row !== outgrown);
    const changed = new Set(own.map(({ id }) => id));
    const expected = [...own, ...(pulled.get(name) ?? []).filter(({ id }) => !changed.has(id))].map((r) =>
      now(name, r),
    );
    const collection = store.collection(name) as unknown as RxCollection<SyncedDoc>;
    const rows = (await collection.find().exec()).map((doc) => doc.toMutableJSON() as SyncedDoc);
    expect(sorted(rows), name).toEqual(
      sorted(expected.filter((r) => !r._deleted).map(({ _deleted, ...row }) => row as SyncedDoc)),
    );
    expect(sorted(await pendingRows(store, name)), name).toEqual(sorted(expected.filter((r) => r.sync_xid === "")));
  }
  // Uses an index that the old store did not have.
  const first = await store
    .collection("feedback")
    .find({ sort: [{ captured_at: "asc" }], limit: 1 })
    .exec();
  expect(first).toHaveLength(1);
  const rejections = (await store.device.outbox.toArray()).map(
    ({ collection, id, code }) => `${collection} ${id} ${code}`,
  );
  const files = (unsent.get("files") ?? []).map(({ id }) => `files ${id} not_allowed`);
  expect(rejections.sort()).toEqual(["feedback r wrong_state", `feedback ${outgrown.id} invalid`, ...files].sort());
  expect(await store.device.drafts.get("form")).toMatchObject({ value: { typed: "Not yet saved" } });
  expect([await store.device.pending.count(), await store.device.blobs.count()]).toEqual([1, 1]);
}

/** A newer version of the app opens the store and records its format. */
async function newerAppOpens({ person, device }: Given): Promise<void> {
  const key = keyOf(person.id, { device });
  const meta = openDeviceDb(key);
  await meta.meta.put({ key: "format", value: storeFormat.version + 1 });
  meta.close();
  const opened = indexedDB.open(deviceDbName(key), (storeFormat.version + 1) * 10);
  await new Promise((done) => {
    opened.onsuccess = done;
  });
  opened.result.close();
}

async function replicationKnows(store: Store, where: Given): Promise<void> {
  expect((await store.device.meta.get("checkpoints"))?.value).toMatchObject({ campaigns: { xid: "7" } });
  for (const name of ["applications", "feedback"] as const) {
    const carried = (await pendingStored(store, name)).flatMap((row) => baseOfStored(row) ?? []);
    const pulled = (where.pulled.get(name) ?? []).slice(0, 4);
    expect(sorted(carried), `what ${name} were made from`).toEqual(sorted(pulled.map((row) => now(name, row))));
  }
}

/** Writes until the tab is killed: later writes fail, and open transactions roll back. */
let left = Number.POSITIVE_INFINITY;
const count = () => {
  if (--left < 0) throw new DOMException("Killed by the test", "UnknownError");
};
const { put, add } = IDBObjectStore.prototype;
const { deleteDatabase } = IDBFactory.prototype;
IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
  count();
  return put.apply(this, given);
};
IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...given) {
  count();
  return add.apply(this, given);
};
IDBFactory.prototype.deleteDatabase = function (this: IDBFactory, ...given) {
  count();
  return deleteDatabase.apply(this, given);
};
afterEach(() => {
  left = Number.POSITIVE_INFINITY;
});

describe("a store of an earlier format", () => {
  test("O1 O2 opens with all of its rows, reports its progress, and is rebuilt with the next server response", async () => {
    const old = await given(1);
    const seen: string[] = [];
    const store = await openStore(
      old.person,
      { device: old.device, multiInstance: false },
      {
        progress: ({ done, total }) => seen.push(`${done} of ${total}`),
      },
    );
    // 5 × 30 rows, 3 × 3 new ones and one that no longer fits.
    expect([seen[0], seen.at(-1)]).toEqual(["0 of 160", "160 of 160"]);
    await everythingIsThere(store, old);
    await replicationKnows(store, old);
    const meta = async (key: string) => (await store.device.meta.get(key))?.value;
    // The columns changed: no server has this epoch, so the first response causes a full pull.
    expect([await meta("format"), await meta("epoch")]).toEqual([storeFormat.version, ""]);
    await store.close();
    const again = await openStore(
      old.person,
      { device: old.device, multiInstance: false },
      {
        progress: () => expect.unreachable("It is up to date"),
      },
    );
    await everythingIsThere(again, old);
    await again.close();
  });

  test(`O1 O2 killed at random points, ${runs} times: loses nothing, and leaves no partial state`, async () => {
    const undisturbed = await given(0);
    left = 1_000_000;
    await (await openStore(undisturbed.person, { device: undisturbed.device, multiInstance: false })).close();
    const writes = 1_000_000 - left;
    for (let seed = 1; seed <= runs; seed++) {
      const random = new Random(seed);
      const old = await given(seed);
      for (let kills = 1 + random.below(3); kills > 0; kills--) {
        left = random.below(writes);
        await openStore(old.person, { device: old.device, multiInstance: false }).then(
          (store) => store.close(),
          () => undefined,
        );
        left = Number.POSITIVE_INFINITY;
      }
      const store = await openStore(old.person, { device: old.device, multiInstance: false });
      try {
        await everythingIsThere(store, old);
        await replicationKnows(store, old);
      } catch (error) {
        throw new Error(`Seed ${seed}`, { cause: error });
      } finally {
        await store.close();
      }
    }
  }, 300_000);

  test("O1 O2 S26 an admin's store drops marketplace rows, and keeps the queue with its pending decision", async () => {
    const random = new Random(7);
    const person = { id: random.uuid(), name: "Ada", email: "ada@example.test", role: "admin" as const };
    const device = `-upgrade-admin-${crypto.randomUUID().slice(0, 8)}`;
    const held = ["campaigns", "feedback", "rewards", "files", "activity", "flags", "payouts"] as const;
    const pulled = new Map(held.map((name) => [name, rowsOf(random, name, 20, "5")]));
    const [decided] = pulled.get("flags") ?? [];
    if (!decided) throw new Error("unreachable");
    const unsent = new Map([["flags" as const, [{ ...decided, sync_xid: "", sync_seq: 4, resolution: "Pending" }]]]);
    await makeOldStore({ key: keyOf(person.id, { device }), pulled, unsent });
    const store = await openStore(person, { device, multiInstance: false });
    expect(await store.collection("flags").count().exec()).toBe(20);
    expect(await store.collection("payouts").count().exec()).toBe(20);
    expect(await pendingRows(store, "flags")).toMatchObject([{ id: decided.id, resolution: "Pending" }]);
    expect(await store.device.outbox.toArray()).toEqual([]);
    await store.close();
    const database = openDeviceDb(keyOf(person.id, { device }));
    for (const name of ["campaigns", "feedback", "rewards", "files", "activity"])
      expect(await database.table(name).count(), name).toBe(0);
    database.close();
  });

  test("O1 O2 an app older than the store leaves it unchanged and reports it", async () => {
    const old = await given(99);
    await (await openStore(old.person, { device: old.device, multiInstance: false })).close();
    await newerAppOpens(old);
    await expect(openStore(old.person, { device: old.device, multiInstance: false })).rejects.toThrow(StoreOutdated);
    const database = await new Dexie(deviceDbName(keyOf(old.person.id, { device: old.device }))).open();
    expect(await database.table("feedback").count()).toBeGreaterThan(0);
    database.close();
  });

  test("O1 O2 after the server returned to an older app, the user can convert the newer store, with all unsent changes", async () => {
    const old = await given(98);
    const options = { device: old.device, multiInstance: false };
    await (await openStore(old.person, options)).close();
    await newerAppOpens(old);
    const store = await openStore(old.person, options, { downgrade: true });
    await everythingIsThere(store, old);
    await store.close();
  });
});
