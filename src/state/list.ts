// The states of a list in one place. Empty is only empty once the first sync is through: before
// that, a fresh device would tell somebody with a hundred reports that they have none.
import type { Query } from "../../sync/index.ts";
import { type ReadState, useRead } from "./read.ts";
import { useStatus } from "./status.ts";

export type ListState<T> = ReadState<T[]> | { state: "never_synced" };

export const useList = <T>(read: Query<T[]> | null): ListState<T> => useListState(useRead(read));

/** For a read that brings more than the list: with the list taken out of it. */
export function useListState<T>(result: ReadState<T[]>): ListState<T> {
  const { firstSyncDone, online } = useStatus();
  if (result.state !== "ready" || result.data.length > 0 || firstSyncDone) return result;
  return online ? { state: "loading" } : { state: "never_synced" };
}
