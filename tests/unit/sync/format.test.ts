// A changed schema without a raised version is a store that existing browsers cannot open (RxDB:
// DB6).
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type CollectionName, collectionsByRole, schemas } from "../../../sync/schema/collections.ts";
import { rxSchema } from "../../../sync/schema/rxdb-schema.ts";
import { storeFormat } from "../../../sync/schema/store-version.ts";

test("O1 the store's format is raised with each change of what lies on the device", () => {
  const names = Object.keys(schemas).sort() as CollectionName[];
  const all = JSON.stringify([names.map((name) => [name, rxSchema(name)]), collectionsByRole]);
  const now = createHash("sha256").update(all).digest("hex").slice(0, 16);
  expect(storeFormat.schemas, `Raise the version in sync/schema/store-version.ts; schemas is now ${now}`).toBe(now);
});
