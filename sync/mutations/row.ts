// The only way to write rows: adds the sync metadata, checks the schema, and returns storage
// failures as values. Each mutation is one transaction.
import * as v from "valibot";
import { type DeviceTable, type StoredBytes, storing } from "../database/device-db.ts";
import { nextNumber } from "../database/edit-sequence.ts";
import type { LocalRows } from "../database/local-rows.ts";
import { keepRecovered } from "../database/outbox-writer.ts";
import { editedRow, type LocalRow } from "../database/server-row.ts";
import type { Store } from "../database/store.ts";
import { storeFile } from "../database/stored-bytes.ts";
import { wellFormed } from "../inputs/single-line.ts";
import { type CollectionName, collections, type Row, schemas } from "../schema/collections.ts";
import { emptyColumns } from "../schema/own.ts";
import { type Actor, canMove, type Machine } from "../schema/transitions.ts";
import { type DeviceFailure, fail, ok, type Result } from "../transport/result.ts";
import { timestamp, timestampAfter } from "../transport/server-clock.ts";
import { fileTables, type NewFile, putFile } from "../uploads/pending-items.ts";

type Stamp = "sync_xid" | "sync_client" | "sync_seq" | "created_at" | "updated_at";

function issuesOf(issues: readonly v.BaseIssue<unknown>[]): DeviceFailure {
  return { type: "invalid", issues: issues.map((i) => ({ path: v.getDotPath(i) ?? "", message: i.message })) };
}

/** The columns of a new row. Missing ones get their initial values. */
type NewRow<N extends CollectionName> = Partial<Omit<Row<N>, Stamp>> & { id: string };
type Patch<N extends CollectionName> = Partial<Row<N>> & { _deleted?: true };
export type Rejected = { ok: false; error: DeviceFailure };
/** The row's state does not allow the edit. */
export const wrongState: Rejected = fail({ type: "not_allowed", code: "wrong_state" });
/** Returns the fields that an edit changes, or why this row cannot be edited. */
type Change<N extends CollectionName> = (row: Row<N>) => Patch<N> | Rejected;

/** Returns an edit that moves a row to another status, with further columns. */
export const movesTo =
  <S extends string, P extends object>(machine: Machine, to: S, actor: Actor, columns?: P) =>
  ({ status }: { status: string }) =>
    canMove(machine, status, to, actor) ? { status: to, ...columns } : wrongState;

export const isRejected = (change: object): change is Rejected => "ok" in change && change.ok === false;

/** Checks the result of `change`, because RxDB's production build stores anything. */
function patchOf<N extends CollectionName>(name: N, row: Row<N>, change: Change<N>): Result<Patch<N>> {
  const asked = change(row);
  if (isRejected(asked)) return asked;
  // Some keyboards and shared texts contain half an emoji.
  const patch = wellFormed(asked);
  const parsed = v.safeParse(schemas[name], { ...row, ...patch });
  return parsed.success ? ok(patch) : fail(issuesOf(parsed.issues));
}

const columnsOf = <N extends CollectionName>({ doc: { _deleted, ...columns } }: LocalRow): Row<N> =>
  // Cast: the rows of a collection were parsed by its schema.
  structuredClone(columns) as unknown as Row<N>;

const stamped = (store: Store, name: CollectionName, id: string, after: number) => ({
  ...{ sync_xid: "", sync_client: store.clientId },
  sync_seq: nextNumber(store.numbers, `${name}|${id}`, after),
});

class Undone extends Error {
  declare readonly cause: DeviceFailure;
}

/** Returns the value of a result. A failure undoes the transaction and becomes its result. */
export function orUndo<T>(result: Result<T>): T {
  if (!result.ok) throw new Undone(result.error.type, { cause: result.error });
  return result.value;
}

/**
 * Runs the writes of a mutation in one transaction.
 * @param names collections and tables; `outbox` is always included
 * @param task see `Store.transaction`; it may run again. A failure that it returns undoes nothing:
 * `orUndo` does
 * @param file stored and queued when the task succeeds
 */
export async function mutate<T>(
  store: Store,
  names: readonly (CollectionName | DeviceTable)[],
  task: (edits: Edits) => Promise<Result<T>>,
  file?: NewFile,
): Promise<Result<T>> {
  const all = [...names, "outbox" as const, ...(file ? fileTables : [])];
  const write = (data: StoredBytes | null) =>
    store
      .transaction(all, async (rows) => {
        const done = await task(editsOf(store, rows));
        if (done.ok && file && data) await putFile(store.device, file, data);
        return done;
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return fail(error.cause);
        throw error;
      });
  const done = await storing(() => (file ? storeFile(store.device, file.blob, write) : write(null)));
  return done.ok ? done.value : done;
}

export const insertRow = <N extends CollectionName>(store: Store, name: N, values: NewRow<N>) =>
  mutate(store, [name], (edits) => edits.insert(name, values));

export const patchRow = <N extends CollectionName>(store: Store, name: N, id: string, change: Patch<N> | Change<N>) =>
  mutate(store, [name], (edits) => edits.patch(name, id, change));

export async function patchRows<N extends CollectionName>(
  store: Store,
  name: N,
  ids: readonly string[],
  change: Change<N>,
): Promise<Result<Row<N>>[]> {
  const written = await mutate(store, [name], async (edits) => ok(await edits.patchAll(name, ids, change)));
  return written.ok ? written.value : ids.map(() => written);
}

/** Writes rows within the transaction of a mutation. */
export type Edits = ReturnType<typeof editsOf>;

const editsOf = (store: Store, rows: LocalRows) => ({
  /** Returns rows by id. Missing and deleted ones are left out. */
  async read<N extends CollectionName>(name: N, ids: readonly string[]): Promise<Map<string, Row<N>>> {
    const found = [...(await rows.read(name, ids))].filter(([, { doc }]) => !doc._deleted);
    return new Map(found.map(([id, local]) => [id, columnsOf<N>(local)]));
  },
  /** Adds a row. @param after the number of the rejected edit that it repeats */
  async insert<N extends CollectionName>(name: N, values: NewRow<N>, after = 0): Promise<Result<Row<N>>> {
    const now = timestamp();
    const stamp = { created_at: now, updated_at: now, sync_xid: "", sync_client: store.clientId, sync_seq: 0 };
    const empty = emptyColumns(name, Object.keys(schemas[name].entries));
    const parsed = v.safeParse(schemas[name], { ...empty, ...wellFormed<object>(values), ...stamp });
    if (!parsed.success) return fail(issuesOf(parsed.issues));
    const made = parsed.output as Row<N>;
    const here = (await rows.read(name, [made.id])).get(made.id);
    // Continues the numbers of a row with this id that was deleted or rejected.
    const row = { ...made, ...stamped(store, name, made.id, Math.max(after, here?.doc.sync_seq ?? 0)) };
    await rows.write(name, [editedRow(here, { ...row, _deleted: false })]);
    return ok(row);
  },
  /**
   * Changes a row in place.
   * @param change gets the newest version, also when two tabs write at once; a failure that it
   * returns rejects the edit
   */
  async patch<N extends CollectionName>(name: N, id: string, change: Patch<N> | Change<N>): Promise<Result<Row<N>>> {
    const [done] = await this.patchAll(name, [id], typeof change === "function" ? change : () => change);
    return done ?? fail({ type: "not_found" });
  },
  /** Changes many rows in place. @returns a result per id, in the order of `ids` */
  async patchAll<N extends CollectionName>(
    name: N,
    ids: readonly string[],
    change: Change<N>,
  ): Promise<Result<Row<N>>[]> {
    const found = await rows.read(name, ids);
    const results: Result<Row<N>>[] = [];
    const next: LocalRow[] = [];
    for (const id of ids) {
      const local = found.get(id);
      const result = local ? edited(store, name, local, change) : fail({ type: "not_found" });
      results.push(result.ok ? ok(columnsOf<N>(result.value)) : result);
      if (result.ok) next.push(result.value);
      else if (local?.doc._deleted) {
        // Awaits only writes: Dexie loses a transaction that awaits a hundred other promises.
        for (const { doc, field, text } of textsOf(name, columnsOf<N>(local), change))
          await keepRecovered(store.device, name, doc, field, text);
      }
    }
    await rows.write(name, next);
    return results;
  },
});

function edited<N extends CollectionName>(
  store: Store,
  name: N,
  local: LocalRow,
  change: Change<N>,
): Result<LocalRow, DeviceFailure> {
  if (local.doc._deleted) return fail({ type: "not_found" });
  const row = columnsOf<N>(local);
  const patch = patchOf(name, row, change);
  if (!patch.ok) return patch;
  const { doc } = local;
  const next = {
    ...{ ...doc, ...patch.value, ...stamped(store, name, doc.id, doc.sync_seq) },
    updated_at: timestampAfter(row.updated_at),
  };
  return ok(editedRow(local, next));
}

/** The texts of an edit to a deleted row, for the outbox. */
function textsOf<N extends CollectionName>(name: N, row: Row<N>, change: Change<N>) {
  const patch = change(row);
  if (isRejected(patch)) return [];
  const doc: Record<string, unknown> = { ...row, ...patch, sync_seq: row.sync_seq + 1 };
  return collections[name].texts.flatMap((field) => {
    const text = (patch as Record<string, unknown>)[field];
    return typeof text === "string" && text.trim() !== "" ? [{ doc, field, text }] : [];
  });
}

/**
 * Deletes a draft, here at once and on the server when there is a network. A missing row is a
 * success. The stamp and the deletion are one write: a push between two writes would count as this
 * edit, and the server's row would replace the deletion.
 */
export async function removeDraft<N extends "apps" | "campaigns" | "feedback" | "releases">(
  edits: Edits,
  name: N,
  id: string,
): Promise<Result<void>> {
  // Cast: TypeScript does not resolve the columns of a generic row.
  const gone = await edits.patch(name, id, (row) =>
    row.status === "draft" ? ({ _deleted: true } as Patch<N>) : wrongState,
  );
  return gone.ok || gone.error.type === "not_found" ? ok(undefined) : gone;
}
