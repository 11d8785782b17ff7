// Whether this device has all rows of some collections. Before that, neither an empty state nor a
// total is reliable.

import { initialStatus } from "../../sync/replication/initial-status.ts";
import type { CollectionName } from "../../sync/schema/collections.ts";
import { type SyncStatus, statusOf } from "./status.ts";
import { useOfSync } from "./sync.ts";

/** `incomplete`: a collection cannot be synced, or has unreadable rows. */
export type RowsHere = "all" | "arriving" | "never_synced" | "incomplete";

export function rowsHere(
  { firstSyncDone, online, lacking }: Pick<SyncStatus, "firstSyncDone" | "online" | "lacking">,
  of: readonly CollectionName[],
): RowsHere {
  if (lacking.some((name) => of.includes(name))) return "incomplete";
  if (firstSyncDone) return "all";
  return online ? "arriving" : "never_synced";
}

export const useRowsHere = (of: readonly CollectionName[]): RowsHere =>
  useOfSync(statusOf, initialStatus, (status) => rowsHere(status, of));
