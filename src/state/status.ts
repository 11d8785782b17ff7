// The state of the replication for the screens.
import type { SyncStatus } from "../../sync/index.ts";
import { initialStatus } from "../../sync/replication/initial-status.ts";
import { useSync } from "./sync.ts";
import { useSubject } from "./use-subject.ts";

export type { SyncStatus };

/** All of it, as the sync badge and its panel show it: it changes several times in each sync. */
export const useSyncStatus = (): SyncStatus => useSubject(useSync()?.status$ ?? null, initialStatus);

/** One part of it. Renders again only when that part changes. */
export const useStatus = <P extends keyof SyncStatus>(part: P): SyncStatus[P] =>
  useSubject(useSync()?.status$ ?? null, initialStatus, (status) => status[part]);
