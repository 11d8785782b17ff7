// Evicts the least recently shown entries of the catalog.
import type { Entry } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import { catalogLimits } from "../schema/catalog.ts";
import { removeEntries } from "./entries.ts";
import { pinnedEntries } from "./pins.ts";

type Held = Pick<Entry, "id" | "kind" | "used" | "bytes">;

/**
 * Returns the ids of the entries to evict. Pure.
 * @param pinned entries that are never evicted
 */
export function surplus(held: readonly Held[], now: number, pinned: ReadonlySet<string> = new Set()): string[] {
  function tooMany(kind: Entry["kind"], most: number, mostBytes: number): Held[] {
    const oldestFirst = held
      .filter((one) => one.kind === kind)
      .sort((a, b) => a.used - b.used || (a.id < b.id ? -1 : 1));
    let left = oldestFirst.length;
    let bytes = oldestFirst.reduce((sum, one) => sum + one.bytes, 0);
    return oldestFirst.filter((one) => {
      const times = one.used < now - catalogLimits.restMs ? 1 : catalogLimits.busyTimes;
      if ((left <= most * times && bytes <= mostBytes * times) || pinned.has(one.id)) return false;
      left -= 1;
      bytes -= one.bytes;
      return true;
    });
  }
  // Shelf cards count towards the limit, but only the server removes them.
  const cards = Math.max(0, catalogLimits.cards - held.filter(({ kind }) => kind === "shelf").length);
  const { cardBytes, rows, rowBytes } = catalogLimits;
  return [...tooMany("card", cards, cardBytes), ...tooMany("kept", rows, rowBytes)].map(({ id }) => id);
}

/** Runs only in the leader: two tabs would count each other's evictions. */
export async function evict(store: Store): Promise<void> {
  const held = await store.device.catalog.toArray();
  await removeEntries(store, surplus(held, Date.now(), await pinnedEntries(store)));
}
