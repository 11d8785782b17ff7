// Apart from status.ts, which loads the store: screens show this until the store is there.
import type { SyncStatus } from "./status.ts";

export const initialStatus: SyncStatus = {
  online: true,
  // Nothing is known yet: "idle" would read "Synced" on a device that has fetched nothing.
  phase: "syncing",
  firstSyncDone: null,
  waiting: 0,
  refused: 0,
  lastSyncedAt: null,
  uploads: [],
  storage: null,
  lasting: true,
  serverOlder: false,
  problem: null,
};
