// State that an overlapping push and pull share. Between an edit and its confirmation a row is in
// one of these states:
// - sending: the push has sent it. RxDB ignores pulled versions of such a row but moves the
//   checkpoint past them, so the newest one is stored here and written with the push's answer.
// - settled: the server accepted or rejected this version. Its answer replaces the row; the
//   conflict handler merges nothing.
// - merged: the conflict handler merged the local and the server's version. The server's becomes
//   the base when the merged version is stored.
// A state ends when it is used, and all of them end with the page: a repeated push starts over.
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

  /** Starts storing the newest pulled version of these rows. */
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

  /** The server has decided about this version: its answer replaces the row. */
  settle(name: CollectionName, { id, sync_seq }: SyncedDoc): void {
    this.#settled.set(rowKey(name, id), sync_seq);
  }

  /** Was this version settled? Asked once per conflict. */
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

  /** The row is confirmed: it is its own base now. */
  noteConfirmed(key: RowKey): void {
    this.#merged.delete(key);
  }
}
