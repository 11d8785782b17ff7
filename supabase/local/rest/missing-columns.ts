// Rows that omit a column of `columns`. PostgREST stores null, or the default with `Prefer:
// missing=default`. lite always stores the default, and always answers with null.
import { lookUp } from "../../functions/_shared/look-up.ts";
import { jsonResponse } from "../common/database-errors.ts";
import { isRow, jsonOf, type Row, withJson } from "../common/json-request.ts";

export async function withMissingColumns(request: Request): Promise<Request | Response> {
  const url = new URL(request.url);
  const columns = url.searchParams.get("columns")?.split(",");
  // Later checks reject other names.
  if (!columns?.every((column) => /^\w+$/.test(column))) return request;
  if (!/^(?:POST|PATCH|PUT)$/.test(request.method) || url.pathname.startsWith("/rest/v1/rpc/")) return request;
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) return request;
  const body = await jsonOf(request);
  const rows = Array.isArray(body) ? body : [body];
  if (!rows.every(isRow) || rows.length === 0) return request;
  const as = (changed: readonly Row[]): Request => withJson(request, Array.isArray(body) ? changed : changed[0], url);
  const prefer = request.headers.get("prefer") ?? "";
  const missing = rows.some((row) => columns.some((column) => !Object.hasOwn(row, column)));
  if (!missing) return request;
  if (!/\bmissing=default\b/.test(prefer))
    return as(rows.map((row) => Object.fromEntries(columns.map((column) => [column, lookUp(row, column) ?? null]))));
  const named = rows.map((row) => columns.filter((column) => Object.hasOwn(row, column)));
  if (new Set(named.map(String)).size === 1 && named[0]?.length) {
    url.searchParams.delete("columns");
    return as(rows.map((row) => Object.fromEntries((named[0] ?? []).map((column) => [column, row[column]]))));
  }
  if (!/\breturn=representation\b/.test(prefer)) return request;
  const details = "Rows of different columns with missing=default cannot be returned. Read them afterwards.";
  return jsonResponse(400, { code: "PGRST127", message: "Feature not implemented", details, hint: null });
}
