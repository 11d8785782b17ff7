import type { Sync, SyncStatus } from "../../sync/index.ts";
import { initialStatus } from "../../sync/replication/initial-status.ts";
import { useOfSync } from "./sync.ts";

export type { SyncStatus };

export const statusOf = (sync: Sync) => sync.status$;

/** The full status, for badge and panel: changes several times per sync. */
export const useSyncStatus = (): SyncStatus => useOfSync(statusOf, initialStatus, (status) => status);

/** A part of the status; re-renders only when it changes. */
export const useStatus = <P extends keyof SyncStatus>(part: P): SyncStatus[P] =>
  useOfSync(statusOf, initialStatus, (status) => status[part]);

/** True while a new device receives its first rows. False on slow connections, which show parts. */
export const useArriving = (): boolean =>
  useOfSync(
    statusOf,
    initialStatus,
    ({ firstSyncDone, phase, slow }) => firstSyncDone === false && phase === "syncing" && slow === null,
  );
