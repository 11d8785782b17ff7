// Separate from status.ts, which loads the store. Screens show this status until the store is open.
import type { SyncStatus } from "./status.ts";

export const initialStatus: SyncStatus = {
  online: true,
  // "idle" would show "Synced" on a device that has fetched nothing.
  phase: "syncing",
  firstSyncDone: null,
  waiting: 0,
  rejected: 0,
  lastSyncedAt: null,
  slow: null,
  uploads: [],
  storage: null,
  lasting: true,
  serverOlder: false,
  problem: null,
  lacking: [],
};
