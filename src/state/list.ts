// The states of a list. A list is "empty" only after the first sync, because a new device has no
// rows yet.
import type { Query } from "../../sync/index.ts";
import type { CollectionName } from "../../sync/schema/collections.ts";
import { type QueryState, useQuery } from "./query.ts";
import { useRowsHere } from "./rows-here.ts";

/** `incomplete`: no rows here, and the collections are not fully synced. */
export type ListState<T> = QueryState<T[]> | { state: "never_synced" | "incomplete" };

/** @param of the collections of the list */
export const useList = <T>(read: Query<T[]> | null, of: readonly CollectionName[]): ListState<T> =>
  useListState(useQuery(read), of);

/** `useList` for a query that returns more than the list. */
export function useListState<T>(result: QueryState<T[]>, of: readonly CollectionName[]): ListState<T> {
  const here = useRowsHere(of);
  if (result.state !== "ready" || result.data.length > 0 || here === "all") return result;
  return { state: here === "arriving" ? "loading" : here };
}

/** Merges local and server rows by id, newest first. The local version wins: it may be edited. */
export function withListed<T extends { id: string }>(
  here: readonly T[],
  listed: readonly T[],
  at: (row: T) => string,
): T[] {
  const held = new Set(here.map(({ id }) => id));
  return [...here, ...listed.filter(({ id }) => !held.has(id))].sort((a, b) => at(b).localeCompare(at(a)));
}
