// Checks every schema as RxDB's dev mode does, which rejects traps that production ignores (an
// index on a nullable column hides rows). The plugin itself would stay on for all later files.
import { checkSchema } from "rxdb/plugins/dev-mode";
import { describe, expect, test } from "vitest";
import { type CollectionName, collections, collectionsByRole, schemas } from "../../../sync/schema/collections.ts";
import { rxSchema } from "../../../sync/schema/rxdb-schema.ts";

const names = Object.keys(schemas) as CollectionName[];

describe("schemas", () => {
  test.each(names)("%s passes RxDB's dev mode", (name) => {
    expect(() => checkSchema(rxSchema(name))).not.toThrow();
  });

  test("RxDB's dev mode rejects an index on a nullable column", () => {
    const schema = rxSchema("campaigns");
    const nullable = { type: ["string", "null"], maxLength: 36 };
    const trap = { ...schema, properties: { ...schema.properties, app_id: nullable }, indexes: ["app_id"] };
    expect(() => checkSchema(trap)).toThrow();
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
