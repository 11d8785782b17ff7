// What the sync badge and its panel show.
import type { SyncStatus } from "../../sync/index.ts";
import { useSync } from "./sync.ts";
import { useSubject } from "./use-subject.ts";

export type { SyncStatus };

const unknown: SyncStatus = {
  online: true,
  phase: "syncing",
  firstSyncDone: false,
  waiting: 0,
  refused: 0,
  lastSyncedAt: null,
  uploads: [],
  storage: null,
  lasting: true,
  clockOffset: null,
  problem: null,
};

export function useStatus(): SyncStatus {
  return useSubject(useSync()?.status$ ?? null, unknown);
}
