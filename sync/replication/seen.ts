// The latest state of the server that this device has seen: epoch, run and transaction. Each call
// sends it. A restored server does not know it, and answers `elsewhere`.
import { type DeviceDb, readMeta } from "../database/device-db.ts";
import type { Seen } from "../schema/functions.ts";

export interface SeenNote {
  readonly latest: Seen | null;
  /** Notes an answer whose rows will be stored. Older answers change nothing. */
  add(seen: Seen | undefined): void;
  /**
   * Stores the latest state. Call it in the transaction that stores the answer: otherwise a
   * restored server could lack stored rows unnoticed.
   */
  save(): Promise<void>;
}

export async function openSeen(device: DeviceDb): Promise<SeenNote> {
  let latest = (await readMeta<Seen>(device, "seen")) ?? null;
  return {
    get latest() {
      return latest;
    },
    add(seen) {
      if (seen && (!latest || BigInt(seen.xid) > BigInt(latest.xid))) latest = seen;
    },
    async save() {
      if (latest) await device.meta.put({ key: "seen", value: latest });
    },
  };
}
