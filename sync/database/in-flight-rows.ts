// What a push and a pull that overlap must know of each other. Between an edit and its confirmation
// a row is in one of these states:
// - sending: the push has offered it. RxDB passes over what a pull brings of such a row and moves
//   the checkpoint past it, so the newest pulled version is kept here and written with the answer.
// - settled: the server took or refused this very version. Its answer stands whole; the conflict
//   handler merges nothing.
// - merged: the conflict handler made a new version out of the person's and the server's. The
//   server's becomes the base of the new version when that is stored.
// Each state ends when it is used, and all of them with the page: what is sent again begins anew.
import type { CollectionName } from "../schema/collections.ts";
import { isConfirmed, type SyncedDoc } from "./row.ts";

export type RowKey = `${CollectionName}|${string}`;
export const rowKey = (name: CollectionName, id: string): RowKey => `${name}|${id}`;

export class InFlightRows {
  /** Null: nothing has been pulled of it since it is being sent. */
  readonly #sending = new Map<RowKey, SyncedDoc | null>();
  /** The `sync_seq` of the version that the server took or refused. */
  readonly #settled = new Map<RowKey, number>();
  /** The server's row that the last merge took up. */
  readonly #merged = new Map<RowKey, SyncedDoc>();

  /** From now on the newest version that a pull brings of these rows is kept. */
  noteSending(name: CollectionName, rows: readonly { newDocumentState: SyncedDoc }[]): void {
    for (const { newDocumentState } of rows) this.#sending.set(rowKey(name, newDocumentState.id), null);
  }

  /** A pull has brought these rows. Keeps the newest version of each that is being sent. */
  notePulled(name: CollectionName, rows: readonly SyncedDoc[]): void {
    if (this.#sending.size === 0) return;
    for (const row of rows) {
      const key = rowKey(name, row.id);
      const before = this.#sending.get(key);
      if (before === null || (before && before.sync_seq < row.sync_seq)) this.#sending.set(key, row);
    }
  }

  /** The newest version that a pull brought of a row since it was sent. */
  pulledMeanwhile(key: RowKey): SyncedDoc | undefined {
    return this.#sending.get(key) ?? undefined;
  }

  /** The same, if it is newer than the answer to what was sent. */
  pulledAfter(key: RowKey, answer: SyncedDoc): SyncedDoc | undefined {
    const pulled = this.pulledMeanwhile(key);
    return pulled && isConfirmed(answer) && answer.sync_seq < pulled.sync_seq ? pulled : undefined;
  }

  /** The answer is on the disk. Not before: a disk that fails is asked again. */
  noteAnswerStored(key: RowKey): void {
    this.#sending.delete(key);
  }

  /** The server has decided about this version: what it answers stands whole. */
  settle(name: CollectionName, { id, sync_seq }: SyncedDoc): void {
    this.#settled.set(rowKey(name, id), sync_seq);
  }

  /** Was this very version settled? Asked once for each conflict. */
  takeSettled(key: RowKey, version: SyncedDoc): boolean {
    const settled = this.#settled.get(key);
    this.#settled.delete(key);
    return settled === version.sync_seq;
  }

  /** A new version was made out of the person's and this one of the server's. */
  noteMerged(key: RowKey, theirs: SyncedDoc): void {
    this.#merged.set(key, theirs);
  }

  /** The server's version that a merged row was made from; undefined: it was not merged. */
  mergedFrom(key: RowKey): SyncedDoc | undefined {
    return this.#merged.get(key);
  }

  /** A confirmed version stands now: it is its own base. */
  noteConfirmed(key: RowKey): void {
    this.#merged.delete(key);
  }
}
