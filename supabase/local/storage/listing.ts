// POST /storage/v1/object/list/{bucket} and /object/list-v2/{bucket} as on Supabase: folders below
// a prefix are rows. lite returns full names and no folders.
import * as v from "valibot";
import { failureOf, jsonResponse, retryAfter } from "../common/database-errors.ts";
import { jsonOf } from "../common/json-request.ts";
import type { Claims } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import { runAs } from "../rest/rpc.ts";
import { reject } from "./rejections.ts";

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));
const text = v.pipe(v.string(), v.maxLength(1024));
const order = v.optional(v.picklist(["asc", "desc"]), "asc");
const listSchema = v.object({
  prefix: v.optional(text, ""),
  search: v.optional(text, ""),
  limit: v.optional(count(1000), 100),
  offset: v.optional(count(100_000), 0),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(["name", "updated_at", "created_at", "last_accessed_at"]), "name"),
      order,
    }),
    {},
  ),
});
const pageSchema = v.object({
  prefix: v.optional(text, ""),
  limit: v.optional(count(1000), 1000),
  cursor: v.optional(v.pipe(v.string(), v.base64(), v.maxLength(2048))),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy: v.optional(v.object({ column: v.optional(v.literal("name"), "name"), order }), {}),
});

interface Listed {
  name: string;
  id: string | null;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: unknown;
}

/** Names below a prefix ($2), with folders once instead of their files ($3). */
const entries = `
  with below as (
    select o.*, substr(o.name, length($2::text) + 1) as rest from storage.objects o
    where o.bucket_id = $1 and starts_with(o.name, $2)),
  entries as (
    select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
      null::timestamptz as last_accessed_at, null::jsonb as metadata, 0 as kind
    from below where $3::boolean and strpos(rest, '/') > 0 group by 1
    union all
    select rest, id, updated_at, created_at, last_accessed_at, metadata, 1
    from below where rest <> '' and not ($3::boolean and strpos(rest, '/') > 0))`;
export const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
const columns = `name, id::text as id, ${iso("updated_at")}, ${iso("created_at")}, ${iso("last_accessed_at")}, metadata`;

interface Asked {
  request: Request;
  bucket: string;
  database: Database;
  claims: Claims;
}

async function ask({ request, bucket, database, claims }: Asked, sql: string, params: (string | number | boolean)[]) {
  const { pathname: path } = new URL(request.url);
  return database.withRequestScope({ role: claims.role, signal: request.signal }, () =>
    database.transaction(async (session) => {
      const [known] = await session.query("select 1 from storage.buckets where id = $1", [bucket]);
      if (!known) return null;
      await runAs(session, claims, { method: "POST", path, headers: "{}" });
      return session.query<Listed>(sql, [bucket, ...params]);
    }),
  );
}

export function unavailable(error: unknown): Response {
  const { status, body } = failureOf(error);
  if (status === 500) throw error;
  return jsonResponse(status, body, retryAfter(status));
}

const noBucket = () => reject(404, "Bucket not found", "Bucket not found");
const wrong = (issue: string) => reject(400, "InvalidRequest", issue);

/** Folders first, then files, each in the requested order; names are relative to the prefix. */
async function listFolder(asking: Asked): Promise<Response> {
  const asked = v.safeParse(listSchema, await jsonOf(asking.request));
  if (!asked.success) return wrong(v.summarize(asked.issues));
  const { prefix, search, limit, offset, sortBy } = asked.output;
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const { column = "name", order: direction = "asc" } = sortBy;
  const rows = await ask(
    asking,
    `${entries} select ${columns} from entries where strpos(lower(name), lower($4)) = 1
      order by kind, entries.${column} ${direction} nulls first, name limit $5 offset $6`,
    [folder, true, search, limit, offset],
  );
  return rows ? jsonResponse(200, rows) : noBucket();
}

/** Pages in name order; names are complete. */
async function listPage(asking: Asked): Promise<Response> {
  const asked = v.safeParse(pageSchema, await jsonOf(asking.request));
  if (!asked.success) return wrong(v.summarize(asked.issues));
  const { prefix, limit, cursor, with_delimiter, sortBy } = asked.output;
  const { order: direction = "asc" } = sortBy;
  const after = cursor === undefined ? "" : Buffer.from(cursor, "base64").toString();
  const rows = await ask(
    asking,
    `${entries} select ${columns} from entries where $4 = '' or name ${direction === "asc" ? ">" : "<"} $4
      order by name ${direction} limit $5`,
    [prefix, with_delimiter, after, limit + 1],
  );
  if (!rows) return noBucket();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const whole = page.map((row) => ({ ...row, name: `${prefix}${row.name}`, key: `${prefix}${row.name}` }));
  return jsonResponse(200, {
    hasNext: rows.length > limit,
    folders: whole.filter(({ id }) => id === null).map(({ name, key }) => ({ name: `${name}/`, key: `${key}/` })),
    objects: whole.filter(({ id }) => id !== null),
    ...(rows.length > limit && last ? { nextCursor: Buffer.from(last.name).toString("base64") } : {}),
  });
}

export const listObjects = (action: "list" | "list-v2", asking: Asked): Promise<Response> =>
  (action === "list" ? listFolder(asking) : listPage(asking)).catch(unavailable);
