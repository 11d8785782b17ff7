// POST /rest/v1/rpc/{function} with a JSON body, the calls of replication: lite needs fifteen
// statements for one. Other calls return `undefined` and go to lite.
import * as v from "valibot";
import { bodyOf, databaseErrorOf, jsonResponse, retryAfter, statusOf } from "../common/database-errors.ts";
import { type Log, messageOf } from "../common/log.ts";
import type { Claims } from "../common/token.ts";
import type { Database, Param, Session } from "../database/database.ts";

interface Routine {
  name: string;
  arg_names: string[];
  arg_types: string[];
  required: number;
  result: string;
}

const routines = `
select p.proname as name,
  coalesce(p.proargnames, '{}') as arg_names,
  array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a(t, n) order by n) as arg_types,
  p.pronargs - p.pronargdefaults as required,
  format_type(p.prorettype, null) as result
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type t on t.oid = p.prorettype
where n.nspname = 'public' and p.prokind = 'f' and not p.proretset and p.provariadic = 0
  and p.proargmodes is null and t.typtype in ('b', 'd', 'e', 'p') and t.typname not in ('trigger', 'record', 'event_trigger')`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The value for the driver; undefined when it needs PostgREST's conversions. */
function paramOf(value: unknown, type: string): Param | undefined {
  if (value === null) return null;
  if (type === "json" || type === "jsonb") return JSON.stringify(value);
  if (type.endsWith("[]")) return undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  return undefined;
}

export async function runAs(
  session: Session,
  claims: Claims,
  request: { method: string; path: string; headers: string },
): Promise<void> {
  // All settings of PostgREST in one round trip. `role` is set last.
  await session.query(
    `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
      set_config('request.jwt.claim.role', $3, true), set_config('request.method', $4, true),
      set_config('request.path', $5, true), set_config('request.headers', $6, true), set_config('role', $3, true)`,
    [JSON.stringify(claims), claims.sub ?? "", claims.role, request.method, request.path, request.headers],
  );
}

const occurrences = (text: string, what: string): number => {
  let count = 0;
  for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length)) count += 1;
  return count;
};

/** The log fields of a sync call, without row contents. */
function syncFields(name: string, args: Record<string, unknown>, answer: string): Record<string, string | number> {
  if (name === "sync_pull") return { rows: occurrences(answer, '"_deleted":'), bytes: answer.length };
  const parsed = v.safeParse(
    v.looseObject({ conflicts: v.array(v.unknown()), rejected: v.array(v.unknown()) }),
    JSON.parse(answer),
  );
  return {
    collection: typeof args.collection === "string" ? args.collection.slice(0, 40) : "?",
    rows: Array.isArray(args.rows) ? args.rows.length : 0,
    ...(parsed.success ? { conflicts: parsed.output.conflicts.length, rejected: parsed.output.rejected.length } : {}),
  };
}

export type Rpc = ReturnType<typeof createRpc>;

export function createRpc(database: Database, log: Log) {
  let known: Map<string, Routine[]> | undefined;
  const load = async (): Promise<Map<string, Routine[]>> => {
    const found = new Map<string, Routine[]>();
    for (const routine of await database.query<Routine>(routines)) {
      if (routine.arg_names.length !== routine.arg_types.length) continue;
      found.set(routine.name, [...(found.get(routine.name) ?? []), routine]);
    }
    return found;
  };
  const routineOf = async (name: string): Promise<Routine | undefined> => {
    known ??= await load();
    if (!known.has(name)) known = await load(); // a migration at run time may have added it
    const all = known.get(name) ?? [];
    return all.length === 1 ? all[0] : undefined;
  };

  const answerOf = async (request: Request, name: string, claims: Claims): Promise<Response | undefined> => {
    if (request.method !== "POST" || new URL(request.url).search !== "") return undefined;
    if (!(request.headers.get("content-type") ?? "").startsWith("application/json")) return undefined;
    if ((request.headers.get("content-profile") ?? "public") !== "public" || request.headers.has("prefer"))
      return undefined;
    const routine = await routineOf(name);
    if (!routine) return undefined;
    const text = await request.clone().text();
    let body: unknown;
    try {
      body = text === "" ? {} : JSON.parse(text);
    } catch {
      return jsonResponse(400, { code: "PGRST102", message: "Empty or invalid json", details: null, hint: null });
    }
    const parsed = v.safeParse(v.record(v.string(), v.unknown()), body);
    if (!parsed.success || Array.isArray(body)) return undefined;
    const args = parsed.output;
    const { arg_names, arg_types, required } = routine;
    if (!Object.keys(args).every((given) => arg_names.includes(given))) return undefined;
    if (!arg_names.slice(0, required).every((arg) => arg in args)) return undefined;
    const params: Param[] = [];
    const list: string[] = [];
    for (const [index, arg] of arg_names.entries()) {
      if (!(arg in args)) continue;
      const type = arg_types[index] ?? "text";
      const param = paramOf(args[arg], type);
      if (param === undefined) return undefined;
      params.push(param);
      // As text, so that both drivers send it unchanged and the database converts it.
      list.push(`${quoted(arg)} => $${params.length}::text::${type}`);
    }
    const call = `public.${quoted(name)}(${list.join(", ")})`;
    const statement =
      routine.result === "void"
        ? `select ${call}`
        : `select ${/^jsonb?$/.test(routine.result) ? call : `to_json(${call})`}::text as answer`;
    const started = performance.now();
    const logged = name === "sync_pull" || name === "sync_push";
    try {
      const rows = await database.transaction(async (session) => {
        const headers = JSON.stringify(Object.fromEntries(request.headers));
        await runAs(session, claims, { method: "POST", path: `/rpc/${name}`, headers });
        return session.query<{ answer: string | null }>(statement, params);
      });
      const answer = rows[0]?.answer ?? "null";
      if (logged) log(name, { ms: Math.round(performance.now() - started), ...syncFields(name, args, answer) });
      if (routine.result === "void") return new Response(null, { status: 204 });
      return new Response(answer, { status: 200, headers: { "content-type": "application/json; charset=utf-8" } });
    } catch (error) {
      // The client has disconnected, which cancelled the statement.
      if (request.signal.aborted) throw request.signal.reason;
      const rejected = databaseErrorOf(error);
      if (!rejected) throw error;
      const status = statusOf(rejected.code, claims.role);
      log("rpc_rejected", {
        function: name,
        status,
        code: rejected.code,
        ms: Math.round(performance.now() - started),
        ...(status >= 500 ? { message: messageOf(error) } : {}),
      });
      return jsonResponse(status, bodyOf(rejected), retryAfter(status));
    }
  };
  return (request: Request, name: string, claims: Claims): Promise<Response | undefined> =>
    database.withRequestScope({ role: claims.role, signal: request.signal }, () => answerOf(request, name, claims));
}
