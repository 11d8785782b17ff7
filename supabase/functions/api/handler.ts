// The API for programs, /api/v1: uploads builds from CI (docs/api.md). SQL checks the rights on
// each call (migration api_tokens); this file parses requests and formats answers.
import * as v from "valibot";
import { isUnread } from "../../../sync/files/build-checks.ts";
import { typeOf } from "../../../sync/files/file-types.ts";
import { bearerOf, bytesOf, isUuid, rpc } from "../_shared/http.ts";
import { lookUp } from "../_shared/look-up.ts";
import type { FunctionEnv } from "../_shared/types.ts";
import { openApi } from "./openapi.ts";
import { asProblem, type FieldError, Problem, problemResponse } from "./problems.ts";
import { type NewRelease, newRelease, type ShownRelease, type StoredRelease, storedRelease } from "./schemas.ts";
import { isToken, sha256 } from "./token.ts";
import { uploadOf } from "./uploads.ts";

/** The longest notes in four-byte characters, escaped in JSON. */
const maxBody = 160 * 1024;
const maxPage = 100;

interface Context {
  env: FunctionEnv;
  request: Request;
  url: URL;
  hash: string;
  person: string;
}

const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });

const sql = <T>(env: FunctionEnv, name: string, schema: v.GenericSchema<unknown, T>, body: object): Promise<T> =>
  rpc(env, name, schema, "service", body, 20_000);

const tooLarge = () => new Problem("too_large", `The body is larger than ${maxBody} bytes.`);

async function bodyText(request: Request): Promise<string> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new Problem("wrong_type", "Send the body as application/json.");
  if (Number(request.headers.get("content-length") ?? 0) > maxBody) throw tooLarge();
  const bytes = await bytesOf(request, maxBody);
  if (!bytes) throw tooLarge();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem("invalid_request", "The body is not UTF-8.");
  }
}

const fieldError = (issue: v.BaseIssue<unknown>): FieldError => ({
  pointer: `#${(issue.path ?? []).map(({ key }) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`,
  detail: issue.message,
});

function parsed<T>(schema: v.GenericSchema<unknown, T>, text: string): T {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Problem("invalid_request", "The body is not JSON.");
  }
  // Skips the pattern of a text that is too long, which would be costly.
  const result = v.safeParse(schema, body, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw new Problem("invalid", "Some fields cannot be used.", { errors: result.issues.map(fieldError) });
}

const keyShape = /^[\x21-\x7e]{1,255}$/;
function idempotencyKey({ headers }: Request): string {
  const key = headers.get("idempotency-key")?.trim() ?? "";
  if (keyShape.test(key)) return key;
  throw new Problem("idempotency_key_missing", "Send an Idempotency-Key of 1 to 255 visible ASCII characters.");
}

async function callerIn(request: Request, env: FunctionEnv): Promise<Pick<Context, "hash" | "person">> {
  const token = bearerOf(request);
  if (!isToken(token)) throw new Problem("invalid_token", "Send a token: Authorization: Bearer bft_…");
  const hash = await sha256(token);
  const known = await sql(env, "api_authenticate", v.object({ user_id: v.string() }), { token_hash: hash });
  return { hash, person: known.user_id };
}

function fileOf(stored: StoredRelease): ShownRelease["file"] {
  const failure = stored.arrived === false ? "other_size" : stored.check_failure || null;
  const rejected = failure !== null && (failure === "other_size" || !isUnread(stored.check_failure));
  const arrived = stored.arrived !== null || stored.status !== "draft";
  return {
    ...{ name: stored.file_name, content_type: stored.content_type },
    ...{ size_bytes: stored.size_bytes, sha256: stored.sha256 },
    state: !arrived ? "missing" : rejected ? "rejected" : stored.checked_at ? "checked" : "arrived",
    failure,
  };
}

function shown({ env }: Context, stored: StoredRelease, upload: ShownRelease["upload"]): ShownRelease {
  const { id, app_id, status, version, notes, platform, package_id, build_number, created_at, published_at } = stored;
  return {
    ...{ id, app_id, status, version, notes, file: fileOf(stored), platform, package_id, build_number },
    ...{ created_at, published_at, page_url: `${env.SITE_URL || env.SUPABASE_PUBLIC_URL || ""}/b/${id}`, upload },
  };
}

/** Adds the upload instructions if the file is missing and the caller may send it. */
async function withUpload(context: Context, stored: StoredRelease): Promise<ShownRelease> {
  const { env, hash, person } = context;
  const missing = stored.arrived === null && stored.status === "draft" && stored.file_path.startsWith(`${person}/`);
  if (!missing) return shown(context, stored, null);
  const ids = { token_hash: hash, app_id: stored.app_id, release_id: stored.id };
  const note = (upload_id: string) => sql(env, "api_note_upload", v.unknown(), { ...ids, upload_id });
  const upload = await uploadOf(env, stored, note);
  if (!upload) return shown(context, { ...stored, arrived: true }, null);
  return shown(context, stored, upload);
}

const typeFor = ({ content_type, file_name }: NewRelease): string =>
  content_type ?? typeOf(/\.apk(?![a-z0-9])/i.test(file_name) ? "app.apk" : file_name);

async function create(context: Context, app_id: string): Promise<Response> {
  const { env, request, hash } = context;
  const key = idempotencyKey(request);
  const text = await bodyText(request);
  const release = parsed(newRelease, text);
  const stored = await sql(env, "api_create_release", storedRelease, {
    ...{ token_hash: hash, app_id, key, body_hash: await sha256(`${app_id}\n${text}`) },
    release: { ...release, version: release.version.trim(), content_type: typeFor(release) },
  });
  // Relative to the called address, because on Supabase this function does not see all of it.
  return json(await withUpload(context, stored), 201, { location: `releases/${stored.id}` });
}

const cursorSchema = v.pipe(
  v.string(),
  v.maxCodePoints(300),
  v.transform((text) => JSON.parse(atob(text)) as unknown),
  v.object({ created_at: v.pipe(v.string(), v.isoTimestamp()), id: v.pipe(v.string(), v.uuid()) }),
);

function cursorIn({ searchParams }: URL): unknown {
  const text = searchParams.get("cursor");
  if (text === null) return null;
  try {
    return v.parse(cursorSchema, text);
  } catch {
    throw new Problem("invalid_request", "cursor: what next_cursor of the last page was.");
  }
}

function limitIn({ searchParams }: URL): number {
  const text = searchParams.get("limit") ?? "20";
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxPage) return Number(text);
  throw new Problem("invalid_request", `limit: 1 to ${maxPage}.`);
}

async function list(context: Context, app_id: string): Promise<Response> {
  const most = limitIn(context.url);
  const asked = { token_hash: context.hash, app_id, after: cursorIn(context.url), most: most + 1 };
  const rows = await sql(context.env, "api_list_releases", v.array(storedRelease), asked);
  const data = rows.slice(0, most);
  const last = rows.length > most ? data.at(-1) : undefined;
  const next_cursor = last ? btoa(JSON.stringify({ created_at: last.created_at, id: last.id })) : null;
  return json({ data: data.map((row) => shown(context, row, null)), next_cursor });
}

async function read(context: Context, app_id: string, release_id: string): Promise<Response> {
  const asked = { token_hash: context.hash, app_id, release_id };
  return json(await withUpload(context, await sql(context.env, "api_read_release", storedRelease, asked)));
}

async function publish(context: Context, app_id: string, release_id: string): Promise<Response> {
  const asked = { token_hash: context.hash, app_id, release_id };
  return json(shown(context, await sql(context.env, "api_publish_release", storedRelease, asked), null));
}

type Endpoint = (context: Context, app: string, release: string) => Promise<Response>;
const routes: readonly { path: RegExp; methods: Readonly<Record<string, Endpoint>> }[] = [
  { path: /^\/apps\/([^/]+)\/releases$/, methods: { GET: list, POST: create } },
  { path: /^\/apps\/([^/]+)\/releases\/([^/]+)$/, methods: { GET: read } },
  { path: /^\/apps\/([^/]+)\/releases\/([^/]+)\/publish$/, methods: { POST: publish } },
];
const noSuchPath = () => new Problem("not_found", "There is nothing at this address. See /api/v1/openapi.json.");

function methodNotAllowed(methods: readonly string[]): Problem {
  const allow = methods.includes("GET") ? [...methods, "HEAD"] : [...methods];
  return new Problem("method_not_allowed", "Method not allowed.", { headers: { allow: allow.sort().join(", ") } });
}

async function answer(request: Request, env: FunctionEnv): Promise<Response> {
  const url = new URL(request.url);
  const method = request.method === "HEAD" ? "GET" : request.method;
  // The embedded server forwards /api; Supabase serves it below /functions/v1.
  const path = /^(?:\/functions\/v1)?\/api\/v1(\/.*)$/.exec(url.pathname)?.[1];
  if (path === undefined) throw noSuchPath();
  if (path === "/openapi.json") {
    if (method !== "GET") throw methodNotAllowed(["GET"]);
    return json(openApi(), 200, { "cache-control": "public, max-age=3600" });
  }
  for (const route of routes) {
    const [found, app = "", release = ""] = route.path.exec(path) ?? [];
    if (found === undefined) continue;
    const endpoint = lookUp(route.methods, method);
    if (!endpoint) throw methodNotAllowed(Object.keys(route.methods));
    const caller = await callerIn(request, env);
    if (!isUuid(app) || (release !== "" && !isUuid(release)))
      throw new Problem("not_found", "There is no such app or release.");
    return endpoint({ env, request, url, ...caller }, app.toLowerCase(), release.toLowerCase()).catch(
      (error: unknown) => {
        throw asProblem(error, endpoint === create ? 3600 : 60);
      },
    );
  }
  throw noSuchPath();
}

export async function handler(request: Request, env: FunctionEnv): Promise<Response> {
  const response = await answer(request, env).catch((error: unknown) => problemResponse(asProblem(error)));
  return request.method === "HEAD" ? new Response(null, response) : response;
}
