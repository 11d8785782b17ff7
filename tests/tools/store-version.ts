// `npm run store-version`: after a change of a schema or an index, raises the version of the local
// database's format and notes the schemas that it stands for (sync/schema/store-version.ts).
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type CollectionName, collectionsByRole, schemas } from "../../sync/schema/collections.ts";
import { rxSchema } from "../../sync/schema/rxdb-schema.ts";
import { storeFormat } from "../../sync/schema/store-version.ts";

/** What lies on a device, as 16 hexadecimal digits: another value needs another version. */
export function schemasHash(): string {
  const names = Object.keys(schemas).sort() as CollectionName[];
  const all = JSON.stringify([names.map((name) => [name, rxSchema(name)]), collectionsByRole]);
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
