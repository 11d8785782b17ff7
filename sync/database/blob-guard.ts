// WebKit stores the bytes of a Blob in a separate file. When the transaction that stored a Blob
// overwrites or deletes it, WebKit reuses the file name: after a restart the next Blob, in any
// table, reads the bytes of the first. The guard rejects such writes in every browser before they
// can destroy a photo.
import type Dexie from "dexie";
import type { DBCore, DBCoreMutateRequest, DBCoreTable, DBCoreTransaction } from "dexie";

const holdsBlob = (value: unknown): boolean =>
  value instanceof Blob ||
  (typeof value === "object" && value !== null && Object.values(value).some((part) => part instanceof Blob));

/** Makes a database reject overwriting or deleting a Blob in the transaction that stored it. */
export function forbidBlobOverwrites(db: Dexie): void {
  /** Keys of the Blobs that a transaction has stored so far, each after its table. */
  const stored = new WeakMap<DBCoreTransaction, Set<string>>();

  function check(table: DBCoreTable, request: DBCoreMutateRequest): void {
    const blobs = stored.get(request.trans) ?? new Set();
    const nameOf = (key: unknown) => `${table.name} ${JSON.stringify(key)}`;
    const reject = (what: string) => {
      throw new Error(`A Blob would be overwritten or deleted by the transaction that stored it: ${what}`);
    };
    if (request.type === "deleteRange") {
      if ([...blobs].some((name) => name.startsWith(`${table.name} `))) reject(table.name);
      return;
    }
    if (request.type === "delete") {
      for (const key of request.keys) if (blobs.has(nameOf(key))) reject(nameOf(key));
      return;
    }
    for (const [at, value] of request.values.entries()) {
      const key = request.keys?.[at] ?? table.schema.primaryKey.extractKey?.(value);
      if (blobs.has(nameOf(key))) reject(nameOf(key));
      if (!holdsBlob(value)) continue;
      blobs.add(nameOf(key));
      stored.set(request.trans, blobs);
    }
  }

  db.use({
    stack: "dbcore",
    name: "blob-guard",
    create: (core: DBCore) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          mutate(request) {
            check(table, request);
            return table.mutate(request);
          },
        };
      },
    }),
  });
}
