// Existing browsers cannot open a store whose schema changed without a new version.
import { expect, test } from "vitest";
import { createDeviceDb } from "../../../sync/database/device-db.ts";
import { storeFormat } from "../../../sync/schema/store-version.ts";
import { schemasHash } from "../../tools/store-version.ts";

test("O1 the store version increases with each change of the device's schema", () => {
  expect(storeFormat.schemas, "Run `npm run store-version`").toBe(schemasHash());
});

test("O1 a changed index of a plain table or of the catalog needs a new store version", () => {
  for (const stores of [{ blobs: "sha256, own" }, { catalog: "id, _gone" }, { added: "key" }]) {
    const { dexie } = createDeviceDb("changed", {});
    dexie.version(storeFormat.version + 1).stores(stores);
    expect(schemasHash(dexie)).not.toBe(schemasHash());
  }
});
