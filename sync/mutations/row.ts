// The only way to write rows: adds the sync metadata, checks the schema, and returns storage
// failures as values. All mutations use these four functions.
import * as v from "valibot";
import { storing } from "../database/device-db.ts";
import { nextNumber } from "../database/edit-sequence.ts";
import { keepRecovered } from "../database/outbox-writer.ts";
import type { Store } from "../database/store.ts";
import { storedRows } from "../outbox/pending-changes.ts";
import { type CollectionName, collections, type Row, schemas } from "../schema/collections.ts";
import { type DeviceFailure, fail, ok, type Result } from "../transport/result.ts";
import { timestamp, timestampAfter } from "../transport/server-clock.ts";

type Stamp = "sync_xid" | "sync_client" | "sync_seq" | "created_at" | "updated_at";

export function issuesOf(issues: readonly v.BaseIssue<unknown>[]): DeviceFailure {
  return { type: "invalid", issues: issues.map((i) => ({ path: v.getDotPath(i) ?? "", message: i.message })) };
}

/** The row was thrown away, here or by the server's no, while it was being edited. */
class RowGone extends Error {}

type Versioned = Pick<Row<CollectionName>, "id" | "sync_seq" | "updated_at"> & { _deleted?: boolean };

/**
 * The row as it is written. An edit of a tombstone would be taken for the tombstone, and its words
 * lost without one.
 */
function edited<R extends Versioned>(store: Store, name: CollectionName, row: R, patch: object): R {
  if (row._deleted) throw new RowGone();
  return Object.assign(row, patch, {
    sync_xid: "",
    sync_client: store.clientId,
    sync_seq: nextNumber(store.numbers, `${name}|${row.id}`, row.sync_seq),
    updated_at: timestampAfter(row.updated_at),
  });
}

/** Edits `before`. If the row was deleted meanwhile, the typed text goes to the outbox. */
async function editing<N extends CollectionName>(
  store: Store,
  name: N,
  before: Row<N>,
  patch: Partial<Row<N>>,
  task: () => Promise<Row<N>>,
): Promise<Row<N>> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof RowGone)) throw error;
    const doc: Record<string, unknown> = { ...before, ...patch, sync_seq: before.sync_seq + 1 };
    for (const field of collections[name].texts) {
      const text = (patch as Record<string, unknown>)[field];
      if (typeof text === "string" && text.trim() !== "") await keepRecovered(store.side, name, doc, field, text);
    }
    throw error;
  }
}

async function stored<T>(task: () => Promise<T>): Promise<Result<T>> {
  try {
    return await storing(task);
  } catch (error) {
    if (error instanceof RowGone) return fail({ type: "not_found" });
    throw error;
  }
}

const guarded = <T>(store: Store, task: () => Promise<T>): Promise<Result<T>> => stored(() => store.write(task));

/**
 * The number of a row that is made: it goes on from one that was thrown away or refused under the
 * same id.
 */
async function firstSeq(store: Store, name: CollectionName, id: string, after: number): Promise<number> {
  const [here] = await storedRows(store, name, [id]);
  return nextNumber(store.numbers, `${name}|${id}`, Math.max(after, here?.sync_seq ?? 0));
}

/**
 * Makes a row. @param after the number of the edit that it goes on from: a retried row is not its
 * refused self
 */
export const insertRow = <N extends CollectionName>(
  store: Store,
  name: N,
  values: Omit<Row<N>, Stamp>,
  after = 0,
): Promise<Result<Row<N>>> => insertColumns(store, name, values, after);

/** The same with columns of which nothing is known yet: they are parsed as the row's. */
export async function insertColumns<N extends CollectionName>(
  store: Store,
  name: N,
  values: object,
  after = 0,
): Promise<Result<Row<N>>> {
  const now = timestamp();
  const stamp = { created_at: now, updated_at: now, sync_xid: "", sync_client: store.clientId, sync_seq: 0 };
  const parsed = v.safeParse(schemas[name], { ...values, ...stamp });
  if (!parsed.success) return fail(issuesOf(parsed.issues));
  return guarded(store, async () => {
    const made = parsed.output as Row<N>;
    const row = { ...made, sync_seq: await firstSeq(store, name, made.id, after) };
    await store.collection(name).upsert(row);
    return row;
  });
}

type Patch<N extends CollectionName> = Partial<Row<N>> & { _deleted?: true };

/** Changes a row in place. `change` sees the newest version, also when two tabs write at once. */
export async function patchRow<N extends CollectionName>(
  store: Store,
  name: N,
  id: string,
  change: Patch<N> | ((row: Row<N>) => Patch<N>),
): Promise<Result<Row<N>>> {
  const found = await store.collection(name).findOne(id).exec();
  if (!found) return fail({ type: "not_found" });
  const before = found.toJSON() as Row<N>;
  const patchOf = (row: Row<N>): Patch<N> => (typeof change === "function" ? change(row) : change);
  const patch = patchOf(before);
  // Checked before it is stored: RxDB's production build stores whatever it is given.
  const parsed = v.safeParse(schemas[name], { ...before, ...patch });
  if (!parsed.success) return fail(issuesOf(parsed.issues));
  return guarded(store, () =>
    editing(store, name, before, patch, async () => {
      const written = await found.incrementalModify((row) => edited(store, name, row, patchOf(row)));
      return written.toJSON() as Row<N>;
    }),
  );
}

/**
 * Makes a tombstone of a row: it disappears here at once and on the server when there is a network.
 * One write with a stamp of its own: stamped first and removed after, the push in between would
 * count as this very edit, and the row come back.
 */
export async function removeRow(store: Store, name: CollectionName, id: string): Promise<Result<void>> {
  const gone = await patchRow(store, name, id, { _deleted: true });
  return gone.ok ? ok(undefined) : gone;
}

/**
 * Changes many rows in place, like `patchRow` does one. RxDB puts concurrent writes into one
 * transaction; two thousand rows one by one took most of a minute. One write lock for all, since a
 * lock per row would serialize them again.
 * @param change a failure: this row cannot be changed
 * @returns a result per id, in the order of `ids`
 */
export async function patchRows<N extends CollectionName>(
  store: Store,
  name: N,
  ids: readonly string[],
  change: (row: Row<N>) => Result<Partial<Row<N>>>,
): Promise<Result<Row<N>>[]> {
  const found = await store
    .collection(name)
    .findByIds([...ids])
    .exec();
  const one = async (id: string): Promise<Result<Row<N>>> => {
    const doc = found.get(id);
    if (!doc) return fail({ type: "not_found" });
    const before = doc.toJSON() as Row<N>;
    const patch = change(before);
    if (!patch.ok) return patch;
    const parsed = v.safeParse(schemas[name], { ...before, ...patch.value });
    if (!parsed.success) return fail(issuesOf(parsed.issues));
    return stored(() =>
      editing(store, name, before, patch.value, async () => {
        const written = await doc.incrementalModify((latest) => edited(store, name, latest, patch.value));
        return written.toJSON() as Row<N>;
      }),
    );
  };
  return store.write(() => Promise.all(ids.map(one)));
}
