// `npm run store-version` raises the store version after a schema or index change, and writes the
// hash of the schemas (sync/schema/store-version.ts).
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createDeviceDb } from "../../sync/database/device-db.ts";
import { type CollectionName, collectionsByRole, schemas } from "../../sync/schema/collections.ts";
import { rxSchema } from "../../sync/schema/rxdb-schema.ts";
import { storeFormat } from "../../sync/schema/store-version.ts";

/**
 * Returns the hash of the device schemas as 16 hexadecimal digits. A changed hash needs a new
 * version.
 */
export function schemasHash({ tables: declared } = createDeviceDb("hash", {}).dexie): string {
  const names = Object.keys(schemas).sort() as CollectionName[];
  const tables = declared.map(({ name, schema }) => [name, schema.primKey.src, schema.indexes.map(({ src }) => src)]);
  const all = JSON.stringify([names.map((name) => [name, rxSchema(name)]), collectionsByRole, tables]);
  return createHash("sha256").update(all).digest("hex").slice(0, 16);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const hash = schemasHash();
  if (hash === storeFormat.schemas) process.stdout.write(`Version ${storeFormat.version} stands.\n`);
  else {
    const file = new URL("../../sync/schema/store-version.ts", import.meta.url);
    const raised = readFileSync(file, "utf8")
      .replace(`version: ${storeFormat.version},`, `version: ${storeFormat.version + 1},`)
      .replace(storeFormat.schemas, hash);
    writeFileSync(file, raised);
    process.stdout.write(`Raised to version ${storeFormat.version + 1}.\n`);
  }
}
