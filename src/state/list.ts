// The states of a list. A list is empty only after the first sync: before that, a new device would
// show "no reports" to somebody who has a hundred.
import type { Query } from "../../sync/index.ts";
import { type QueryState, useQuery } from "./query.ts";
import { useStatus } from "./status.ts";

export type ListState<T> = QueryState<T[]> | { state: "never_synced" };

export const useList = <T>(read: Query<T[]> | null): ListState<T> => useListState(useQuery(read));

/** For a query that returns more than the list: with the list taken out of it. */
export function useListState<T>(result: QueryState<T[]>): ListState<T> {
  const firstSyncDone = useStatus("firstSyncDone");
  const online = useStatus("online");
  if (result.state !== "ready" || result.data.length > 0 || firstSyncDone) return result;
  return online ? { state: "loading" } : { state: "never_synced" };
}

/**
 * What this device has of a list and what the server lists of it, each row once, newest first. The
 * device's version counts: it may have been changed offline.
 */
export function withListed<T extends { id: string }>(
  here: readonly T[],
  listed: readonly T[],
  at: (row: T) => string,
): T[] {
  const held = new Set(here.map(({ id }) => id));
  return [...here, ...listed.filter(({ id }) => !held.has(id))].sort((a, b) => at(b).localeCompare(at(a)));
}
