// Rebuilds and upgrades a store, each in one transaction without a network: a killed tab leaves the
// old or the new store.
import type { Table } from "dexie";
import { type CollectionName, collections, collectionsByRole, schemas } from "../schema/collections.ts";
import { emptyColumns, type Writer } from "../schema/own.ts";
import type { Role } from "../schema/profiles.ts";
import { storeFormat } from "../schema/store-version.ts";
import type { DeviceDb } from "./device-db.ts";
import { baseOfStored } from "./local-rows.ts";
import { elsewhere, upgraded } from "./merge.ts";
import { keepRejected } from "./outbox-writer.ts";
import { keepOwnRows } from "./own-rows.ts";
import { copyWithoutMeta, isConfirmed, readRow, type SyncedDoc, withoutMeta } from "./row.ts";
import { pack, type StoredRow, unpack } from "./rx-storage-tables.ts";

export interface UpgradeProgress {
  done: number;
  total: number;
}

const pageOf = 1000;
const allNames = Object.keys(collections) as CollectionName[];

/** Yields all rows of a table, deleted ones included, in pages ordered by id. */
async function* pagesOf(table: Table<object, string>): AsyncGenerator<StoredRow[]> {
  for (let last = ""; ; ) {
    const page = (await table.where("id").above(last).limit(pageOf).toArray()).map((one) => unpack(one as StoredRow));
    if (page.length > 0) yield page;
    if (page.length < pageOf) return;
    last = page.at(-1)?.id ?? last;
  }
}

const isPending = (row: StoredRow) => row.sync_xid === "";

/** Moves a pending row that the store cannot hold to the outbox. */
const keepUnfit = (device: DeviceDb, collection: CollectionName, row: StoredRow, code: string) =>
  keepRejected(device, { collection, doc: copyWithoutMeta(row), code, message: "" }, null);

/**
 * Rebuilds a store for another role, scope or epoch: keeps pending rows with their bases, and
 * deletes the others, which are pulled again.
 * @param writer the store's person, whose confirmed rows are saved (lost-rows.ts); null: signed out
 * @param role the person's new role
 * @param restored the server was restored and may lack the base versions of pending rows
 */
export async function rebuildRows(
  device: DeviceDb,
  writer: Writer | null,
  role: Role | "anonymous",
  restored: boolean,
): Promise<void> {
  await device.transaction("rw", device.tables, async () => {
    for (const name of allNames) {
      const table = device.table<object, string>(name);
      const kept: StoredRow[] = [];
      for await (const page of pagesOf(table)) {
        if (writer) await keepOwnRows(device, writer, name, page.filter((row) => !isPending(row)).map(copyWithoutMeta));
        for (const row of page.filter(isPending)) {
          if (collectionsByRole[role].includes(name)) kept.push(restored ? fromElsewhere(row) : row);
          else await keepUnfit(device, name, row, "not_allowed");
        }
      }
      await table.clear();
      await table.bulkPut(kept.map(pack));
    }
    const { value = 1 } = (await device.meta.get("generation")) ?? {};
    // Keeps `seen`: the server compares it to detect that it was restored.
    await device.meta.bulkDelete(["epoch", "scope", "first_sync_done", "unreadable", "checkpoints"]);
    if (restored) await device.meta.delete("seen");
    await device.meta.put({ key: "generation", value: Number(value) + 1 });
    if (restored) await device.meta.put({ key: "restored", value: true });
  });
}

/** Drops `newer`, which belongs to the lost history and would always count as newer. */
function fromElsewhere(row: StoredRow): StoredRow {
  const base = baseOfStored(row);
  if (!base) return row;
  const { newer: _, ...meta } = row._meta as StoredRow["_meta"] & { newer?: SyncedDoc };
  // Cast: RxDB's type of `_meta` names what its own plugins keep there.
  return { ...row, _meta: { ...meta, base: { ...base, sync_xid: elsewhere } } as StoredRow["_meta"] };
}

/** Converts the rows of another store format to this one. */
export async function upgradeRows(
  device: DeviceDb,
  { role }: Writer,
  progress?: (progress: UpgradeProgress) => void,
): Promise<void> {
  await device.transaction("rw", device.tables, async () => {
    const format = await device.meta.get("format");
    // Another tab has upgraded it.
    if (format?.value === storeFormat.version) return;
    let done = 0;
    let total = 0;
    if (progress) for (const name of allNames) total += await device.table(name).count();
    progress?.({ done, total });
    let incomplete = false;
    for (const name of allNames) {
      const table = device.table<object, string>(name);
      const stays = collectionsByRole[role].includes(name);
      for await (const page of pagesOf(table)) {
        const fitting = page.map((row) => (stays ? fitted(name, row) : null));
        incomplete ||=
          stays &&
          fitting.some((row, at) => row === null || Object.keys(row).length !== Object.keys(page[at] ?? {}).length);
        const unfit = page.filter((_, at) => fitting[at] === null);
        for (const row of unfit)
          if (isPending(row)) await keepUnfit(device, name, row, stays ? "invalid" : "not_allowed");
        await table.bulkDelete(unfit.map(({ id }) => id));
        await table.bulkPut(fitting.flatMap((row) => (row ? [pack(row)] : [])));
        done += page.length;
        progress?.({ done, total });
      }
    }
    // No server has this epoch, so the first answer rebuilds the store, which pulls everything.
    if (incomplete) await device.meta.put({ key: "epoch", value: "" });
    await device.meta.put({ key: "format", value: storeFormat.version });
  });
}

/** Returns a stored row with the columns of this version; null if a value does not fit. */
function fitted(name: CollectionName, row: StoredRow): StoredRow | null {
  const columns = readRow(name, withDefaults(name, withoutMeta(row)));
  if (!columns) return null;
  const { _meta, _rev, _attachments } = row;
  const { base, newer, ...meta } = _meta as StoredRow["_meta"] & { base?: SyncedDoc; newer?: SyncedDoc };
  const version = (one: SyncedDoc | undefined) => one && readRow(name, withDefaults(name, one));
  const versions = Object.entries({ base: version(base), newer: version(newer) }).filter(([, one]) => one);
  // Cast: RxDB's type of `_meta` names what its own plugins keep there.
  const beside = { ...meta, ...Object.fromEntries(versions) } as StoredRow["_meta"];
  return { ...columns, _meta: beside, _rev, _attachments };
}

/** Fills new columns with empty values until the server's are pulled. */
function withDefaults(name: CollectionName, row: SyncedDoc): SyncedDoc {
  const missing = Object.keys(schemas[name].entries).filter((column) => !(column in row));
  if (missing.length === 0) return row;
  return { ...emptyColumns(name, missing), ...row, sync_xid: isConfirmed(row) ? upgraded : row.sync_xid };
}
