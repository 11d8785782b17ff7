// Opens every schema in RxDB's dev mode, which rejects traps that production ignores (an index on a
// nullable column hides rows).
import { addRxPlugin, createRxDatabase } from "rxdb";
import { disableWarnings, RxDBDevModePlugin } from "rxdb/plugins/dev-mode";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { wrappedValidateAjvStorage } from "rxdb/plugins/validate-ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { type CollectionName, collections, collectionsByRole, schemas } from "../../../sync/schema/collections.ts";
import { emptyColumns } from "../../../sync/schema/own.ts";
import { rxSchema } from "../../../sync/schema/rxdb-schema.ts";

beforeAll(() => {
  disableWarnings();
  addRxPlugin(RxDBDevModePlugin);
});

const names = Object.keys(schemas) as CollectionName[];

describe("schemas", () => {
  test.each(names)("%s opens in RxDB's dev mode", async (name) => {
    const db = await createRxDatabase({
      name: `schema-${name.replaceAll("_", "-")}`,
      storage: wrappedValidateAjvStorage({ storage: getRxStorageMemory() }),
      multiInstance: false,
    });
    await db.addCollections({ [name]: { schema: rxSchema(name) } });
    expect(db.collections[name]?.schema.primaryPath).toBe("id");
    await db.close();
  });

  test.each(names)("O2 %s: a column that an upgrade adds gets a value of its type", (name) => {
    const properties: Readonly<Record<string, { type?: unknown }>> = rxSchema(name).properties;
    const lists = Object.entries(emptyColumns(name, Object.keys(schemas[name].entries))).filter(([, value]) =>
      Array.isArray(value),
    );
    for (const [column] of lists) expect(properties[column]?.type, column).toBe("array");
  });

  test.each(names)("%s: rules name existing columns", (name) => {
    const columns = Object.keys(schemas[name].entries);
    const rules = collections[name];
    for (const c of [...rules.insert, ...rules.update, ...rules.texts, ...rules.indexes.flat()]) {
      expect(columns).toContain(c);
    }
    for (const c of rules.texts) expect([...rules.insert, ...rules.update]).toContain(c);
  });

  test("O1 no role needs more collections than RxDB opens in a tab", () => {
    for (const held of Object.values(collectionsByRole)) expect(held.length).toBeLessThanOrEqual(12);
  });
});
