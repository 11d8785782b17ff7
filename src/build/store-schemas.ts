// RxDB's schemas, made when the app is built: parsing them takes a device an eighth of the time
// that deriving them from valibot's took, each time that it opened its store. Sorted as RxDB wants
// them: it sorts them again, which is quick when they are sorted.
import { normalizeRxJsonSchema } from "rxdb";
import type { Plugin } from "vite";
import { type CollectionName, type Row, schemas } from "../../sync/schema/collections.ts";
import { rxSchema } from "../../sync/schema/rxdb-schema.ts";
import { root } from "./graph.ts";

const FILE = `${root}sync/schema/rxdb-schema.ts`;

export const storeSchemas = (): Plugin => ({
  name: "betaflock:store-schemas",
  apply: "build",
  load(id) {
    if (id !== FILE) return null;
    const names = Object.keys(schemas) as CollectionName[];
    // As texts: RxDB writes into the schemas that it is given.
    const made = Object.fromEntries(
      names.map((name) => [name, JSON.stringify(normalizeRxJsonSchema<Row<CollectionName>>(rxSchema(name)))]),
    );
    return `const made = ${JSON.stringify(made)};\nexport const rxSchema = (name) => JSON.parse(made[name]);`;
  },
});
