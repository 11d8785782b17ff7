// A store of an earlier version of the app is brought up to date without losing a row, a draft, a
// refusal or a file, wherever it is killed. No server: an update may be opened in a tunnel.
import Dexie from "dexie";
import type { RxCollection } from "rxdb";
import { afterEach, describe, expect, test } from "vitest";
import { DeviceDb } from "../../sync/database/device-db.ts";
import type { SyncedDoc } from "../../sync/database/row.ts";
import { openStore, type Person, type Store, StoreOutdated } from "../../sync/database/store.ts";
import { keyOf } from "../../sync/database/store-databases.ts";
import { pendingRows } from "../../sync/outbox/pending-changes.ts";
import type { CollectionName } from "../../sync/schema/collections.ts";
import { ownCampaignsSince, storeFormat } from "../../sync/schema/store-version.ts";
import { attachmentItem } from "../../sync/uploads/attachments.ts";
import { Random } from "../fixtures/random.ts";
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
  /** An unsent row that no longer fits. */
  outgrown: SyncedDoc;
}

async function given(seed: number): Promise<Given> {
  const random = new Random(seed);
  const person = { id: random.uuid(), name: "Uma", email: "uma@example.test", role: "tester" as const };
  const device = `-upgrade-${seed}-${crypto.randomUUID().slice(0, 8)}`;
  // The files are a developer's: a tester's store has no place for them any more.
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
  const side = new DeviceDb(key);
  const row = {
    collection: "feedback",
    id: "r",
    code: "wrong_state",
    message: "",
    field: "",
    text: "",
    at: "2026",
  } as const;
  await side.outbox.put({ key: "refused|feedback|r", kind: "refused", doc: { summary: "Refused before" }, ...row });
  await side.drafts.put({ key: "form", value: { typed: "Not yet saved" }, at: "2026" });
  const data = new Blob(["bytes"]);
  await side.blobs.put({ sha256: "s", data, type: "image/png", size: 5, own: 1, at: "2026" });
  const photo = { id: "a", sha256: "s", name: "a.png", type: "image/png", size: 5, width: null, height: null };
  await side.pending.put(attachmentItem(person.id, "r", photo));
  side.close();
  return { person, device, pulled, unsent, outgrown };
}

const sorted = (rows: readonly SyncedDoc[]) => [...rows].sort((a, b) => a.id.localeCompare(b.id));
/** A row of the old store as it must be in the new one. */
const now = (name: CollectionName, row: SyncedDoc): SyncedDoc => {
  const column = later[name];
  return column ? { ...row, [column]: column === "known" ? false : 0 } : row;
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
  // By an index that the old store did not have.
  const first = await store
    .collection("feedback")
    .find({ sort: [{ captured_at: "asc" }], limit: 1 })
    .exec();
  expect(first).toHaveLength(1);
  const refusals = (await store.side.outbox.toArray()).map(({ collection, id, code }) => `${collection} ${id} ${code}`);
  const files = (unsent.get("files") ?? []).map(({ id }) => `files ${id} not_allowed`);
  expect(refusals.sort()).toEqual(["feedback r wrong_state", `feedback ${outgrown.id} invalid`, ...files].sort());
  expect(await store.side.drafts.get("form")).toMatchObject({ value: { typed: "Not yet saved" } });
  expect([await store.side.pending.count(), await store.side.blobs.count()]).toEqual([1, 1]);
}

/** Databases of a store that hold rows: one generation's, and with them what replication knew. */
async function databasesOf({ person, device }: Given): Promise<string[]> {
  return (await Dexie.getDatabaseNames()).filter((n) =>
    n.startsWith(`rxdb-dexie-betaflock-${keyOf(person.id, { device })}`),
  );
}

async function replicationKnows(where: Given): Promise<void> {
  const databases = await databasesOf(where);
  expect(databases.filter((n) => !n.includes(`${where.device}-2--`))).toEqual([]);
  const notes = databases.filter((n) => n.includes("rx-replication-meta"));
  expect(notes).toHaveLength(names.length);
  for (const note of notes) {
    const db = await new Dexie(note).open();
    const rows: Record<string, unknown>[] = await db.table("docs").toArray();
    db.close();
    expect(rows.find(({ itemId, isCheckpoint }) => isCheckpoint === "1" && itemId === "down")).toMatchObject({
      checkpointData: { xid: "7" },
    });
    expect(rows.filter(({ isCheckpoint }) => isCheckpoint !== "1")).toEqual([]);
  }
  for (const name of ["applications", "feedback"] as const) {
    const db = await new Dexie(databases.find((n) => n.endsWith(`--${name}`)) ?? "").open();
    const rows: (SyncedDoc & { _meta: { base?: SyncedDoc } })[] = await db.table("docs").toArray();
    db.close();
    const pulled = (where.pulled.get(name) ?? []).slice(0, 4);
    const carried = rows.flatMap(({ _meta }) => (_meta.base ? [_meta.base] : []));
    expect(sorted(carried), `what ${name} were made from`).toEqual(sorted(pulled.map((row) => now(name, row))));
  }
}

/**
 * Writes until the tab is killed: from then on nothing reaches the disk, and what was under way is
 * rolled back.
 */
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
  test("O1 O2 opens with everything that was in it, says how far it is, and is made anew with the server's next answer", async () => {
    const old = await given(1);
    const seen: string[] = [];
    const store = await openStore(
      old.person,
      { device: old.device, multiInstance: false },
      {
        progress: ({ done, total }) => seen.push(`${done} of ${total}`),
        replaced: () => seen.push("replaced"),
      },
    );
    // 5 × 30 rows, 3 × 3 new ones and one that no longer fits.
    expect([seen[0], ...seen.slice(-2)]).toEqual(["0 of 160", "160 of 160", "replaced"]);
    await everythingIsThere(store, old);
    await replicationKnows(old);
    const meta = async (key: string) => (await store.side.meta.get(key))?.value;
    // The columns changed: no server has this epoch, so the first answer has everything pulled
    // again.
    expect([await meta("format"), await meta("generation"), await meta("epoch")]).toEqual([storeFormat.version, 2, ""]);
    await store.close();
    const again = await openStore(
      old.person,
      { device: old.device, multiInstance: false },
      {
        progress: () => expect.unreachable("It is up to date"),
        replaced: () => expect.unreachable("It is up to date"),
      },
    );
    await everythingIsThere(again, old);
    await again.close();
  });

  test(`O1 O2 killed at random points, ${runs} times over: nothing is lost, and nothing is left of what was half done`, async () => {
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
        await replicationKnows(old);
      } catch (error) {
        throw new Error(`Seed ${seed}`, { cause: error });
      } finally {
        await store.close();
      }
    }
  }, 300_000);

  test("O1 O2 S26 an admin's store gives up what the marketplace holds, and keeps the queue with its pending decision", async () => {
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
    expect(await store.side.outbox.toArray()).toEqual([]);
    await store.close();
    const databases = (await Dexie.getDatabaseNames()).filter((name) => name.includes(keyOf(person.id, { device })));
    for (const name of ["campaigns", "feedback", "rewards", "files", "activity"])
      expect(databases.filter((database) => database.endsWith(`--${name}`))).toEqual([]);
  });

  test.each(["tester", "developer"] as const)(
    "O1 O2 a %s's store of when testers held every campaign shows what it has; a tester's starts over with the next answer",
    async (role) => {
      const random = new Random(8);
      const person = { id: random.uuid(), name: "Uma", email: "uma@example.test", role };
      const options = { device: `-upgrade-own-${crypto.randomUUID().slice(0, 8)}`, multiInstance: false };
      const before = await openStore(person, options);
      const [row] = rowsOf(random, "campaigns", 1, "5");
      if (!row) throw new Error("unreachable");
      const { _deleted, ...campaign } = row;
      await before.collection("campaigns").insert(campaign as never);
      await before.side.meta.bulkPut([
        { key: "epoch", value: "the server's" },
        { key: "format", value: ownCampaignsSince - 1 },
      ]);
      await before.close();
      const store = await openStore(person, options);
      expect(await store.collection("campaigns").findOne(row.id).exec()).not.toBe(null);
      // No server has the epoch "".
      expect((await store.side.meta.get("epoch"))?.value).toBe(role === "tester" ? "" : "the server's");
      await store.close();
    },
  );

  test("O1 O2 an app that is older than the store leaves it alone and says so", async () => {
    const old = await given(99);
    await (await openStore(old.person, { device: old.device, multiInstance: false })).close();
    const side = new DeviceDb(keyOf(old.person.id, { device: old.device }));
    await side.meta.put({ key: "format", value: storeFormat.version + 1 });
    side.close();
    await expect(openStore(old.person, { device: old.device, multiInstance: false })).rejects.toThrow(StoreOutdated);
    expect(await databasesOf(old)).not.toEqual([]);
  });

  test("O1 O2 where the server has gone back to an older app, the newer store is brought to it when a person says so, with all that is unsent", async () => {
    const old = await given(98);
    const options = { device: old.device, multiInstance: false };
    await (await openStore(old.person, options)).close();
    const side = new DeviceDb(keyOf(old.person.id, { device: old.device }));
    await side.meta.put({ key: "format", value: storeFormat.version + 1 });
    side.close();
    const told = { progress: () => undefined, replaced: () => undefined };
    const store = await openStore(old.person, options, { ...told, downgrade: true });
    await everythingIsThere(store, old);
    await store.close();
    // From here on it is this version's.
    await (await openStore(old.person, options)).close();
  });
});
