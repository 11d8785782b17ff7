// Sizes the calls of `sync_push`. Few calls save round trips, but each must pass a slow network and
// end before the server's time limit.
import type { SyncedDoc } from "../database/row.ts";
import type { Past } from "../database/server-row.ts";
import type { Pace } from "../transport/pace.ts";

export interface PushRow {
  assumedMasterState?: SyncedDoc;
  newDocumentState: SyncedDoc;
  /** database/server-row.ts */
  past?: Past;
}

/** The server's maximum. */
const pushPage = 500;
const most = {
  characters: 512 * 1024,
  /** The server writes each row separately, with its effects. */
  changesOfState: 100,
};
/** Limits a call to 32 kB on a slow line: 16 s at 2 kB/s. */
const slowShare = 1 / 16;

/** The size of the next call; 1 is a full call. */
export interface PushShare {
  readonly value: number;
  /** Call it when a larger call was too much. */
  limit(share: number): void;
  /** Call it when a call was fast: the next one may be larger. */
  grow(): void;
}

export function createPushShare(pace: Pick<Pace, "slow$">): PushShare {
  let share = 1;
  return {
    get value() {
      return pace.slow$.value ? Math.min(share, slowShare) : share;
    },
    limit(most) {
      share = Math.max(Math.min(share, most), 1 / pushPage);
    },
    grow() {
      share = Math.min(share * 2, 1);
    },
  };
}

const shareOfRow = (row: PushRow): number =>
  Math.max(1 / pushPage, JSON.stringify(row).length / most.characters, changesState(row) ? 1 / most.changesOfState : 0);

/** Returns the size of rows; 1 is a full call. */
export const shareOf = (rows: readonly PushRow[]): number => rows.reduce((sum, row) => sum + shareOfRow(row), 0);

/**
 * Splits rows into calls, in their order. A row that exceeds the limit goes alone. Reads the share
 * before each part, so that it follows the answer to the last one.
 */
export function* partsOf(
  rows: readonly PushRow[],
  share: Pick<PushShare, "value"> = { value: 1 },
): Generator<PushRow[]> {
  let part: PushRow[] = [];
  let used = 0;
  for (const row of rows) {
    const more = shareOfRow(row);
    // Tolerates rounding: a hundred hundredths sum to a little more than one.
    if (part.length > 0 && used + more > share.value + 0.000_001) {
      yield part;
      part = [];
      used = 0;
    }
    part.push(row);
    used += more;
  }
  if (part.length > 0) yield part;
}

const changesState = ({ newDocumentState: { status }, assumedMasterState }: PushRow): boolean =>
  status !== undefined && status !== (assumedMasterState ? assumedMasterState.status : "draft");
