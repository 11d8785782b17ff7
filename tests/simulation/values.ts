// Random values for any column, derived from the schema, so that new columns are simulated
// automatically.
import type * as v from "valibot";
import { type CollectionName, schemas } from "../../sync/schema/collections.ts";
import { address } from "../../sync/schema/fields.ts";
import type { Random } from "../fixtures/random.ts";

type Schema = v.GenericSchema & {
  type: string;
  options?: readonly unknown[];
  wrapped?: Schema;
  item?: Schema;
  literal?: unknown;
  entries?: Record<string, Schema>;
  pipe?: readonly { type: string; requirement?: unknown }[];
};

export const columnsOf = (name: CollectionName) => schemas[name].entries as unknown as Record<string, Schema>;

function rule(schema: Schema, type: string): number | undefined {
  const found = schema.pipe?.find((action) => action.type === type)?.requirement;
  return typeof found === "number" ? found : undefined;
}
const has = (schema: Schema, type: string) => schema.pipe?.some((action) => action.type === type) ?? false;

/** @param token a unique text, to find it again anywhere */
export function randomValue(random: Random, schema: Schema, token: () => string): unknown {
  if (schema === (address as unknown)) return `person-${random.below(1_000_000)}@example.test`;
  switch (schema.type) {
    case "literal":
      return schema.literal;
    case "nullable":
      return random.chance(0.5) || !schema.wrapped ? null : randomValue(random, schema.wrapped, token);
    case "optional":
    case "exact_optional":
      return random.chance(0.5) || !schema.wrapped ? undefined : randomValue(random, schema.wrapped, token);
    case "picklist":
      return random.pick(schema.options ?? []);
    case "boolean":
      return random.chance(0.5);
    case "number": {
      const min = rule(schema, "min_value") ?? 0;
      return min + random.below(Math.min(rule(schema, "max_value") ?? 1000, 5000) - min + 1);
    }
    case "array":
      return Array.from({ length: random.below(3) }, () =>
        schema.item ? randomValue(random, schema.item, token) : null,
      );
    case "object":
      return Object.fromEntries(
        Object.entries(schema.entries ?? {})
          .map(([key, entry]) => [key, randomValue(random, entry, token)])
          .filter(([, value]) => value !== undefined),
      );
    case "record":
      return {};
    case "union": {
      const option = random.pick((schema.options ?? []) as readonly Schema[]);
      return option ? randomValue(random, option, token) : null;
    }
    case "string":
      if (has(schema, "uuid")) return random.uuid();
      if (has(schema, "iso_timestamp")) return new Date(Date.now() - random.below(86_400_000)).toISOString();
      if (has(schema, "iso_date"))
        return new Date(Date.now() + random.below(60) * 86_400_000).toISOString().slice(0, 10);
      // The only pattern: ids of tasks.
      if (has(schema, "regex")) return random.uuid().slice(0, 8);
      if (has(schema, "hash")) return random.uuid().replaceAll("-", "").repeat(2);
      return token().slice(0, rule(schema, "max_length") ?? 1000);
    default:
      throw new Error(`No random value for the schema type ${schema.type}`);
  }
}
