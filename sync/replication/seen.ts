// What this device has seen of the server: the epoch and run of the database and the latest
// transaction that came from it, as the server says it.
// It goes with each call. A server that was put back to an earlier state does not know it, however
// long ago that was, and says so.
import { type DeviceDb, readMeta } from "../database/device-db.ts";
import type { Seen } from "../schema/functions.ts";

export interface SeenNote {
  /** The latest; null: nothing has been seen. */
  readonly latest: Seen | null;
  /**
   * To be waited for before anything of the answer is stored: what is stored and not noted would
   * never be missed.
   */
  add(seen: Seen | undefined): Promise<void>;
}

/** @param retryOnFullDisk writes on a disk that may be full for a while */
export async function openSeen(
  side: DeviceDb,
  retryOnFullDisk: (write: () => Promise<unknown>) => Promise<void>,
): Promise<SeenNote> {
  let latest = (await readMeta<Seen>(side, "seen")) ?? null;
  return {
    get latest() {
      return latest;
    },
    async add(seen) {
      // Answers overtake each other.
      if (!seen || (latest && BigInt(seen.xid) <= BigInt(latest.xid))) return;
      await retryOnFullDisk(() => side.meta.put({ key: "seen", value: seen }));
      if (!latest || BigInt(seen.xid) > BigInt(latest.xid)) latest = seen;
    },
  };
}
