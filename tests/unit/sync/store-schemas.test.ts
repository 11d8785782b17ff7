import { expect, test } from "vitest";
import { root } from "../../../src/build/graph.ts";
import { storeSchemas } from "../../../src/build/store-schemas.ts";
import { type CollectionName, schemas } from "../../../sync/schema/collections.ts";
import { rxSchema } from "../../../sync/schema/rxdb-schema.ts";

test("the schemas from build time equal those derived on the device", async () => {
  const { load } = storeSchemas();
  if (typeof load !== "function") throw new Error("The plugin has no hook `load`");
  expect(load.call({} as never, `${root}sync/schema/collections.ts`)).toBeNull();
  const code = load.call({} as never, `${root}sync/schema/rxdb-schema.ts`);
  const built = (await import(`data:text/javascript,${encodeURIComponent(String(code))}`)) as {
    rxSchema: typeof rxSchema;
  };
  for (const name of Object.keys(schemas) as CollectionName[]) {
    expect(built.rxSchema(name)).toEqual(rxSchema(name));
    expect(built.rxSchema(name)).not.toBe(built.rxSchema(name));
  }
});
