// File Storage of developers and admins. A trigger on storage.objects creates and removes the row
// of a file in the object's transaction. SQL checks the rights (storage_owner).
import * as v from "valibot";
import { endingOf, matches, typeOf } from "../../../sync/files/file-types.ts";
import { type Caller, callerOf } from "../_shared/caller.ts";
import { bodyOf, call, isUuid, json, Rejected, rpc, withRejections } from "../_shared/http.ts";
import { lookUp } from "../_shared/look-up.ts";
import { storagePath } from "../_shared/storage-path.ts";
import type { FunctionEnv } from "../_shared/types.ts";
import { fileIn, type SentFile } from "./sent-file.ts";

/** A file is sent at the client's speed. */
const uploadMs = 10 * 60 * 1000;
const defaultPreserved = ["app-content/"];
const page = 1000;

const rowSchema = v.object({
  id: v.string(),
  owner_id: v.string(),
  file_name: v.string(),
  size_bytes: v.number(),
  content_type: v.string(),
  uploaded_at: v.string(),
});
const rowsSchema = v.array(rowSchema);
type Row = v.InferOutput<typeof rowSchema>;
interface Context {
  env: FunctionEnv;
  me: Caller;
}

const shown = (row: Row) => ({
  fileId: row.id,
  fileName: row.file_name,
  size: row.size_bytes,
  contentType: row.content_type,
  uploadTimestamp: new Date(row.uploaded_at).toISOString(),
  ownerId: row.owner_id,
});

/** Statuses by rejection code; the database uses one status for all. */
const statusOf: Readonly<Record<string, number>> = {
  ...{ duplicate: 409, quota: 413, forbidden: 403, not_allowed: 403, suspended: 403, invalid: 400 },
};

/** Calls a database function as the caller, and maps rejections to this API's statuses. */
function ask({ env, me }: Context, name: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  return rpc(env, name, v.string(), { token: me.token }, body).catch((error: unknown) => {
    const status = error instanceof Rejected ? lookUp(statusOf, error.code) : undefined;
    throw error instanceof Rejected && status ? new Rejected(status, error.message, error.code) : error;
  });
}

/** The owner of the files: the caller, or the requested one if permitted. */
async function ownerIn(context: Context, wanted: unknown, capability: "view" | "manage"): Promise<string> {
  const { me } = context;
  if (wanted === undefined || wanted === null || wanted === "" || wanted === me.id) return me.id;
  if (!isUuid(wanted)) throw new Rejected(400, "ownerId has to be an id");
  return ask(context, "storage_owner", { owner_id: wanted, capability });
}

async function rowsOf({ env, me }: Context, owner: string): Promise<Row[]> {
  const query = `owner_id=eq.${owner}&_deleted=is.false&order=file_name.asc,id.asc&select=id,owner_id,file_name,size_bytes,content_type,uploaded_at`;
  const rows: Row[] = [];
  for (;;) {
    const path = `/rest/v1/files?${query}&limit=${page}&offset=${rows.length}`;
    const more = await call(env, "GET", path, rowsSchema, { as: { token: me.token } });
    rows.push(...more);
    if (more.length < page) return rows;
  }
}

async function list(context: Context, url: URL): Promise<Response> {
  const prefix = (url.searchParams.get("prefix") ?? "").replace(/^\/+/, "").normalize("NFC");
  const rows = await rowsOf(context, await ownerIn(context, url.searchParams.get("ownerId"), "view"));
  return json({ files: rows.filter((row) => row.file_name.startsWith(prefix)).map(shown) });
}

async function upload(context: Context, request: Request): Promise<Response> {
  const file = await fileIn(request);
  try {
    return await store(context, file);
  } catch (error) {
    // The storage service only reports an incomplete body; this error has the cause.
    throw file.failure() ?? error;
  } finally {
    file.close();
  }
}

async function store(context: Context, file: SentFile): Promise<Response> {
  const { env } = context;
  const path = [file.folder.replace(/^\/+|\/+$/g, ""), file.name]
    .filter((part) => part !== "")
    .join("/")
    .normalize("NFC");
  if (!matches(path, file.head)) {
    throw new Rejected(415, `The content is not what a .${endingOf(path)} file contains`, "wrong_type");
  }
  const type = typeOf(path);
  const owner = await ownerIn(context, file.owner, "manage");
  const id = await ask(context, "storage_reserve", {
    file_name: path,
    size_bytes: file.most,
    content_type: type,
    owner_id: owner,
  });
  await call(env, "POST", storagePath("", "files", `${owner}/${id}`), v.unknown(), {
    as: "service",
    file: { type, bytes: file.bytes },
    timeoutMs: uploadMs,
  });
  const [row] = await call(env, "GET", `/rest/v1/files?id=eq.${id}`, rowsSchema, { as: { token: context.me.token } });
  if (!row) throw new Error("The object was stored and its row is missing");
  return json({ success: true, file: shown(row) });
}

/** Removes objects, whose trigger removes their rows, and rows without one (samples). */
async function removeAll({ env, me }: Context, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 100) {
    const some = rows.slice(from, from + 100);
    const prefixes = some.map((row) => `${row.owner_id}/${row.id}`);
    await call(env, "DELETE", "/storage/v1/object/files", v.unknown(), { as: { token: me.token }, body: { prefixes } });
    const file_ids = some.map((row) => row.id);
    await rpc(env, "storage_forget", v.number(), { token: me.token }, { file_ids });
  }
}

async function remove(context: Context, body: Readonly<Record<string, unknown>>): Promise<Response> {
  const { env, me } = context;
  if (!isUuid(body.fileId)) throw new Rejected(400, "fileId is needed");
  const path = `/rest/v1/files?id=eq.${body.fileId}&_deleted=is.false`;
  const [row] = await call(env, "GET", path, rowsSchema, { as: { token: me.token } });
  if (!row) throw new Rejected(404, "File not found", "not_found");
  // Id and name must match: a stale list must not delete another file.
  if (body.fileName !== undefined && body.fileName !== row.file_name)
    throw new Rejected(409, "The file has another name", "not_found");
  await ownerIn(context, row.owner_id, "manage");
  await removeAll(context, [row]);
  return json({ success: true, fileId: row.id, fileName: row.file_name });
}

async function clean(context: Context, body: Readonly<Record<string, unknown>>): Promise<Response> {
  const preserved = body.preservedPrefixes ?? defaultPreserved;
  if (!Array.isArray(preserved) || preserved.length > 100 || !preserved.every((p) => typeof p === "string" && p !== ""))
    throw new Rejected(400, "preservedPrefixes has to be a list of prefixes");
  const rows = await rowsOf(context, await ownerIn(context, body.ownerId, "manage"));
  const stays = (row: Row) => preserved.some((prefix: string) => row.file_name.startsWith(prefix.normalize("NFC")));
  const doomed = rows.filter((row) => !stays(row));
  await removeAll(context, doomed);
  return json({ success: true, deletedFiles: doomed.length, preservedFiles: rows.length - doomed.length });
}

/** Like other writes: reading stays possible during maintenance. */
function requireWrite({ me }: Context): void {
  if (me.status === "suspended") throw new Rejected(403, "This account is suspended", "suspended");
  if (!me.mayWrite) throw new Rejected(503, "Betaflock is down for maintenance", "maintenance");
}

async function answer(request: Request, env: FunctionEnv): Promise<Response> {
  const url = new URL(request.url);
  const action = url.pathname.split("/").at(-1) ?? "";
  if (!["list", "upload", "delete", "clean"].includes(action)) return json({ error: "Unknown action" }, 404);
  if (request.method !== (action === "list" ? "GET" : "POST")) return json({ error: "Method not allowed" }, 405);
  const me = await callerOf(request, env);
  if (me.role !== "developer" && !me.isAdmin)
    throw new Rejected(403, "File storage is for developers and admins", "forbidden");
  const context = { env, me };
  if (action === "list") return list(context, url);
  requireWrite(context);
  if (action === "upload") return upload(context, request);
  const body = await bodyOf(request);
  return action === "delete" ? remove(context, body) : clean(context, body);
}

export const handler = withRejections(answer);
