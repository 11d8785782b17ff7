// Random values of the simulation and the upgrade tests must fit the schemas: the device would drop
// a row that does not.
import * as v from "valibot";
import { expect, test } from "vitest";
import { type CollectionName, schemas } from "../../../sync/schema/collections.ts";
import { Random } from "../../fixtures/random.ts";
import { columnsOf, randomValue } from "../../simulation/values.ts";

test.each(Object.keys(schemas) as CollectionName[])("a random value of each column of %s fits its schema", (name) => {
  const random = new Random(1);
  for (const [column, schema] of Object.entries(columnsOf(name))) {
    for (let i = 0; i < 100; i++) {
      const value = randomValue(random, schema, () => `text ${i}`);
      expect(v.safeParse(schema, value).issues, column).toBeUndefined();
    }
  }
});
