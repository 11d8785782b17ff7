// Resumable uploads (TUS) at /storage/v1/upload/resumable, as on Supabase: the same policies, bucket limits and storage.objects rows as a
// whole upload, in pieces that outlive a lost connection, a closed app and a restart of the server. An upload belongs to whoever began it.
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import * as v from "valibot";
import { type Database, triedOut } from "./database.ts";
import { syncPath } from "./durable-files.ts";
import { databaseErrorOf } from "./errors.ts";
import { type Log, messageOf } from "./log.ts";
import { runAs } from "./rpc.ts";
import { hashOf, type StoredFiles } from "./storage-files.ts";
import { mediaType, objectName } from "./storage-names.ts";
import { type Claims, callerOf, type Keys } from "./token.ts";

const resumablePath = "/storage/v1/upload/resumable";
const day = 24 * 60 * 60 * 1000;
const largest = 500 * 1024 * 1024;

const metadataSchema = v.looseObject({
  bucketName: v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/)),
  objectName,
  contentType: v.optional(mediaType, "application/octet-stream"),
  cacheControl: v.fallback(v.pipe(v.string(), v.digits()), "3600"),
});
type ObjectMetadata = v.InferOutput<typeof metadataSchema>;
const ownedSchema = v.looseObject({ ...metadataSchema.entries, owner: v.string(), upsert: v.string() });

/** As @tus/server reads a refusal. */
const refusal = (status: number, error: string, message: string): { status_code: number; body: string } => ({
  status_code: status,
  body: JSON.stringify({ statusCode: String(status), error, message }),
});

const matches = (type: string, allowed: readonly string[]): boolean =>
  allowed.some((each) => each === type || (each.endsWith("/*") && type.startsWith(each.slice(0, -1))));

const insert = `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, version)
  values ($1, $2, $3::text::uuid, $3, $4::jsonb, $5)`;
const replace = `${insert} on conflict (bucket_id, name)
  do update set metadata = excluded.metadata, version = excluded.version, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`;

async function mayCreate(
  database: Database,
  claims: Claims,
  object: ObjectMetadata,
  size: number,
  upsert: boolean,
): Promise<void> {
  const [bucket] = await database.query<{ file_size_limit: number | null; allowed_mime_types: string[] | null }>(
    "select file_size_limit::float8 as file_size_limit, allowed_mime_types from storage.buckets where id = $1",
    [object.bucketName],
  );
  if (!bucket) throw refusal(404, "Bucket not found", "Bucket not found");
  if (size > (bucket.file_size_limit ?? largest)) {
    throw refusal(413, "Payload too large", "The object exceeded the maximum allowed size");
  }
  if (bucket.allowed_mime_types?.length && !matches(object.contentType, bucket.allowed_mime_types)) {
    throw refusal(415, "invalid_mime_type", `mime type ${object.contentType} is not supported`);
  }
  try {
    await triedOut(database, async (session) => {
      await runAs(session, claims, { method: "POST", path: resumablePath, headers: "{}" });
      const metadata = JSON.stringify({ mimetype: object.contentType, contentLength: size, size });
      await session.query(upsert ? replace : insert, [
        object.bucketName,
        object.objectName,
        claims.sub ?? null,
        metadata,
        "1",
      ]);
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  const code = databaseErrorOf(error)?.code;
  if (code === "23505") return refusal(409, "Duplicate", "The resource already exists");
  if (code === "42501") return refusal(403, "Unauthorized", "new row violates row-level security policy");
  return error;
}

export interface Resumable {
  serve(request: Request): Promise<Response>;
  stop(): void;
}

export function createResumable(
  folder: string,
  database: Database,
  stored: StoredFiles,
  keys: Keys,
  log: Log,
): Resumable {
  const directory = join(folder, "resumable");
  mkdirSync(directory, { recursive: true });
  // No expiry of its own: with one, @tus/server looks at the upload again after it was finished, when its file is in its place already.
  const store = new FileStore({ directory });
  const claimsOf = (request: Request): Claims => {
    const caller = callerOf(request, keys);
    if (!caller.ok) throw refusal(caller.status, "Unauthorized", caller.message);
    return caller.claims;
  };
  const ownerOf = (claims: Claims): string => `${claims.role}:${claims.sub ?? ""}`;

  /** The bytes are in place and on the disk before the row is committed; the row decides whether they count. */
  const finish = async (id: string, claims: Claims): Promise<void> => {
    const upload = await store.getUpload(id);
    const object = v.parse(ownedSchema, upload.metadata ?? {});
    const path = join(directory, id);
    // Before the transaction: half a gigabyte takes its time, and PGlite serves nobody else meanwhile.
    const file = { path, hash: await hashOf(path) };
    syncPath(path);
    try {
      await database.transaction(async (session) => {
        const text = object.upsert === "true" ? replace : insert;
        const values = [object.bucketName, object.objectName, claims.sub ?? null];
        await session.query(text, [...values, "{}", randomUUID()]);
        const cacheControl = `max-age=${object.cacheControl}`;
        const metadata = await stored.adopt(
          object.bucketName,
          object.objectName,
          file,
          object.contentType,
          cacheControl,
        );
        await session.query("update storage.objects set metadata = $3::jsonb where bucket_id = $1 and name = $2", [
          object.bucketName,
          object.objectName,
          JSON.stringify(metadata),
        ]);
      });
    } catch (error) {
      const known = refusalOf(error);
      if (known !== error) await store.remove(id);
      throw known;
    }
    await store.configstore.delete(id);
    log("upload_finished", { bucket: object.bucketName, bytes: upload.size });
  };

  const server = new Server({
    path: resumablePath,
    datastore: store,
    relativeLocation: true,
    maxSize: largest,
    namingFunction: () => randomUUID(),
    allowedHeaders: ["authorization", "apikey", "x-client-info", "x-upsert"],
    async onUploadCreate(request, upload) {
      const claims = claimsOf(request);
      const parsed = v.safeParse(metadataSchema, upload.metadata ?? {});
      if (!parsed.success || upload.size === undefined)
        throw refusal(400, "InvalidRequest", "bucketName, objectName and the size are needed");
      const upsert = request.headers.get("x-upsert") === "true";
      await mayCreate(database, claims, parsed.output, upload.size, upsert);
      const { bucketName, objectName, contentType, cacheControl } = parsed.output;
      return {
        metadata: { bucketName, objectName, contentType, cacheControl, owner: ownerOf(claims), upsert: String(upsert) },
      };
    },
    async onIncomingRequest(request, id) {
      if (request.method === "POST" || request.method === "OPTIONS") return;
      const claims = claimsOf(request);
      const upload = await store.getUpload(id);
      // As unknown, not as forbidden: whose upload it is concerns nobody else.
      if (upload.metadata?.owner !== ownerOf(claims)) throw refusal(404, "not_found", "The upload was not found");
      // Killed between the last byte and the row: the client would read the full length as success. Finished now, it is asked for anew
      // and answered as a duplicate.
      if (request.method === "HEAD" && upload.offset === upload.size) await finish(id, claims);
    },
    async onUploadFinish(request, upload) {
      await finish(upload.id, claimsOf(request));
      return {};
    },
    onResponseError(_request, error) {
      if (!(error instanceof Error)) return undefined;
      const { status_code: status } = error as { status_code?: number };
      if (status === undefined || status >= 500) log("upload_failed", { message: messageOf(error) });
      return status === undefined ? refusal(500, "internal", "The server failed") : undefined;
    },
  });
  const removeOld = async (): Promise<void> => {
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      const info = await stat(path);
      if (info.mtimeMs < Date.now() - day) await rm(path, { force: true });
    }
  };
  const cleanUp = (): void => {
    removeOld().catch((error: unknown) => log("upload_cleaning_failed", { message: messageOf(error) }));
  };
  cleanUp();
  const timer = setInterval(cleanUp, day / 24);
  timer.unref();
  return {
    serve: (request) => server.handleWeb(request),
    stop: () => clearInterval(timer),
  };
}
