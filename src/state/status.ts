// What the sync badge and its panel show.
import type { SyncStatus } from "../../sync/index.ts";
import { initialStatus } from "../../sync/replication/initial-status.ts";
import { useSync } from "./sync.ts";
import { useSubject } from "./use-subject.ts";

export type { SyncStatus };

export function useStatus(): SyncStatus {
  return useSubject(useSync()?.status$ ?? null, initialStatus);
}
