// Answers of the SQL functions for a person's own account. Apart from functions.ts, which every
// first screen loads.
import * as v from "valibot";
import { sqlFunction } from "./functions.ts";

/** The parts of an export, and how many rows each has. */
export const exportParts = sqlFunction(
  "export_own_data",
  v.object({ parts: v.array(v.object({ part: v.pipe(v.string(), v.regex(/^\w+$/)), rows: v.number() })) }),
);
/** One page of a part. */
export const exportPage = sqlFunction(
  "export_own_data",
  v.object({ rows: v.array(v.record(v.string(), v.unknown())), next: v.nullable(v.string()) }),
);
