// Derives RxDB's JSON schema from the valibot schema.
import { toJsonSchema } from "@valibot/to-json-schema";
import type { RxJsonSchema } from "rxdb";
import { lengthInCodePoints } from "../inputs/json-schema.ts";
import { type CollectionName, collections, type Row, schemas } from "./collections.ts";

/** RxDB does not use these, and its dev mode rejects some. */
const unwanted = new Set(["$schema", "format", "pattern", "title", "description", "additionalProperties"]);

function clean(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(clean);
  if (typeof node !== "object" || node === null) return node;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (unwanted.has(key) && typeof value !== "object") continue;
    if (key === "properties" && typeof value === "object" && value !== null) {
      out[key] = Object.fromEntries(Object.entries(value).map(([k, v]) => [k, clean(v)]));
    } else if (!unwanted.has(key)) out[key] = clean(value);
  }
  return out;
}

/** RxDB schema of a collection: key `id`, the indexes of its rules, every column required. */
export function rxSchema<N extends CollectionName>(name: N): RxJsonSchema<Row<N>> {
  const json = clean(
    toJsonSchema(schemas[name], {
      errorMode: "ignore",
      // RxDB needs a length for indexed texts.
      overrideAction: lengthInCodePoints,
    }),
  ) as {
    properties: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  const indexed = new Set(["id", ...collections[name].indexes.flat()]);
  for (const column of indexed) {
    const property = json.properties[column];
    if (!property) throw new Error(`${name} has no column ${column} to index`);
    // Enums have no length, but RxDB needs one for indexed texts.
    if (Array.isArray(property.enum)) property.maxLength = Math.max(...property.enum.map((e) => String(e).length), 1);
  }
  const schema = {
    version: 0,
    primaryKey: "id",
    type: "object",
    properties: json.properties,
    required: Object.keys(json.properties),
    indexes: collections[name].indexes.map((i) => (typeof i === "string" ? i : [...i])),
  };
  // Cast: TypeScript does not know that the properties are the row's columns.
  return schema as unknown as RxJsonSchema<Row<N>>;
}
