// Notes rows that this version of the app cannot read. The checkpoint has passed them, so they are
// missing until they change or another version pulls everything again.
import { ignoreStorageErrors, readMeta } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import type { CollectionName } from "../schema/collections.ts";
import { storeFormat } from "../schema/store-version.ts";

const key = "unreadable";
/** Maximum of stored ids per collection. */
const most = 100;
/** Stands for further ids: the collection is incomplete until it is pulled again. */
const andMore = "more";

interface Note {
  /** The store format of the app that could not read them. */
  version: number;
  rows: Partial<Record<CollectionName, string[]>>;
}

export interface UnreadableRows {
  /** True if another version skipped the rows, which this one may be able to read. */
  readonly isOutdated: boolean;
  add(name: CollectionName, id: string): void;
  /** Removes rows from the list that arrived in a readable form. */
  read(name: CollectionName, rows: readonly { id: string }[]): void;
}

/** @param tell receives a collection and the id of an unreadable row; null when none is left */
export async function openUnreadable(
  store: Store,
  tell: (name: CollectionName, id: string | null) => void,
): Promise<UnreadableRows> {
  const noted = await readMeta<Note>(store.device, key);
  const isOutdated = noted !== undefined && noted.version !== storeFormat.version;
  const rows: Note["rows"] = isOutdated ? {} : (noted?.rows ?? {});
  const names = Object.keys(rows) as CollectionName[];
  for (const name of names) if (store.has(name)) tell(name, rows[name]?.[0] ?? null);
  const keep = () => {
    const value: Note = { version: storeFormat.version, rows };
    ignoreStorageErrors(
      Object.keys(rows).length > 0 ? store.device.meta.put({ key, value }) : store.device.meta.delete(key),
    );
  };
  if (isOutdated) keep();
  return {
    isOutdated,
    add(name, id) {
      const ids = rows[name] ?? [];
      if (ids.includes(id) || ids.length > most) return;
      rows[name] = [...ids, ids.length < most ? id : andMore];
      tell(name, rows[name]?.[0] ?? id);
      keep();
    },
    read(name, arrived) {
      const ids = rows[name];
      if (!ids) return;
      const here = new Set(arrived.map(({ id }) => id));
      const left = ids.filter((id) => !here.has(id));
      if (left.length === ids.length) return;
      if (left.length > 0) rows[name] = left;
      else delete rows[name];
      tell(name, left[0] ?? null);
      keep();
    },
  };
}
