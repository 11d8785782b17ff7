// Strings in JSON columns and arguments. lite parses a string that is valid JSON ("12" becomes a
// number) and breaks others (22P02). PostgREST stores a string as a JSON string.

import { isRow } from "../common/json-request.ts";

export interface Statement {
  type?: string;
  schema?: string;
  from?: string;
  values?: unknown;
  function?: string;
  httpMethod?: string;
  args?: unknown;
}
interface Column {
  schema?: string;
  table: string;
  name: string;
  pg_type?: string;
}
interface Routine {
  schema?: string;
  name: string;
  arg_names: readonly string[];
  arg_types: readonly string[];
}
export interface Known {
  columns: readonly Column[];
  functions: readonly Routine[];
}

const isJson = (type: string | undefined): boolean => type === "json" || type === "jsonb";

const encoded = (row: unknown, isEncoded: (name: string) => boolean, encode: (text: string) => string): unknown =>
  isRow(row)
    ? Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === "string" && isEncoded(name) ? encode(value) : value,
        ]),
      )
    : row;

/** @returns `statement`, with its JSON strings encoded so that lite passes them on unchanged */
export function withJsonTexts(statement: Statement, known: Known): Statement {
  const { schema = "public", from, values, args } = statement;
  if (from !== undefined && values !== undefined) {
    const columns = new Set(
      known.columns
        .filter((each) => each.table === from && (each.schema ?? "public") === schema && isJson(each.pg_type))
        .map(({ name }) => name),
    );
    if (columns.size === 0) return statement;
    // Encoded twice, because lite decodes it once.
    const encode = (text: string): string => JSON.stringify(JSON.stringify(text));
    const row = (each: unknown): unknown => encoded(each, (name) => columns.has(name), encode);
    return { ...statement, values: Array.isArray(values) ? values.map(row) : row(values) };
  }
  // Arguments in the query string are already JSON.
  if (statement.type === "rpc" && statement.httpMethod === "POST" && isRow(args)) {
    const names = Object.keys(args);
    const routines = known.functions.filter(
      (each) =>
        each.name === statement.function &&
        (each.schema ?? "public") === schema &&
        names.every((name) => each.arg_names.includes(name)),
    );
    const takesJson = (name: string): boolean =>
      routines.length > 0 && routines.every((each) => isJson(each.arg_types[each.arg_names.indexOf(name)]));
    return { ...statement, args: encoded(args, takesJson, (text) => JSON.stringify(text)) };
  }
  return statement;
}
