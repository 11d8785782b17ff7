// How many rows one call of `sync_push` carries. Few calls, since each costs a round trip; but none
// that a slow network needs long for, or that a small server does not finish before its time limit.
import type { PushRow } from "./push-call.ts";

/** What RxDB hands over at most, and what the server takes at most. */
export const pushPage = 500;
const most = {
  characters: 512 * 1024,
  /** Each costs the server as much as many plain rows: it is written alone, with its effects. */
  changesOfState: 100,
};

/** Splits rows into calls, in their order. A row that is too large by itself goes alone. */
export function partsOf(rows: readonly PushRow[]): PushRow[][] {
  const parts: PushRow[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const shares = [1 / pushPage, JSON.stringify(row).length / most.characters];
    if (changesState(row)) shares.push(1 / most.changesOfState);
    const share = Math.max(...shares);
    // Sums of fractions: a hundred hundredths are a little more than one.
    if (used + share > 1.000_001) {
      parts.push([]);
      used = 0;
    }
    parts.at(-1)?.push(row);
    used += share;
  }
  return parts;
}

const changesState = ({ newDocumentState: { status }, assumedMasterState }: PushRow): boolean =>
  status !== undefined && status !== (assumedMasterState ? assumedMasterState.status : "draft");
