// The state of the replication for the screens.
import type { Sync, SyncStatus } from "../../sync/index.ts";
import { initialStatus } from "../../sync/replication/initial-status.ts";
import { useOfSync } from "./sync.ts";

export type { SyncStatus };

const statusOf = (sync: Sync) => sync.status$;

/** All of it, as the sync badge and its panel show it: it changes several times in each sync. */
export const useSyncStatus = (): SyncStatus => useOfSync(statusOf, initialStatus, (status) => status);

/** One part of it. Renders again only when that part changes. */
export const useStatus = <P extends keyof SyncStatus>(part: P): SyncStatus[P] =>
  useOfSync(statusOf, initialStatus, (status) => status[part]);

/** A new device is getting its rows, one collection after the other. */
export const useArriving = (): boolean =>
  useOfSync(statusOf, initialStatus, ({ firstSyncDone, phase }) => firstSyncDone === false && phase === "syncing");
