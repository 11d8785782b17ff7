// Resumable uploads (TUS) as on Supabase, which survive a server restart. Only the person who
// created an upload can continue it or, at …/resumable/sign, a client with x-signature.
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Server } from "@tus/server";
import * as v from "valibot";
import { jsonResponse } from "../common/database-errors.ts";
import { type Log, logged, messageOf } from "../common/log.ts";
import { repeat } from "../common/repeat.ts";
import { type Claims, callerOf, type Keys } from "../common/token.ts";
import type { Database, Session } from "../database/database.ts";
import { syncPath } from "../database/fsync.ts";
import { runAs } from "../rest/rpc.ts";
import { mediaType, objectName } from "./object-names.ts";
import { checkRow, type ObjectRow, writeRow } from "./object-row.ts";
import { checkHash, RejectedObject, rejectionBody, storageRejectionOf } from "./rejections.ts";
import { hasEnded, readToken, signedResumable } from "./signed.ts";
import { hashOf, type StoredFiles } from "./stored-files.ts";
import { UnfinishedUploads } from "./unfinished-uploads.ts";

const resumablePath = "/storage/v1/upload/resumable";
const hour = 60 * 60 * 1000;
const largest = 500 * 1024 * 1024;

const metadataSchema = v.looseObject({
  bucketName: v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/)),
  objectName,
  contentType: v.optional(mediaType, "application/octet-stream"),
  cacheControl: v.fallback(v.pipe(v.string(), v.digits()), "3600"),
});
type ObjectMetadata = v.InferOutput<typeof metadataSchema>;
/** The sender: a person, or a client with the signature of one object. */
interface Sender {
  claims: Claims;
  /** Owner of unfinished uploads, for their limits. */
  owner: string;
  signed?: { target: string; upsert: boolean };
}
const ownedSchema = v.looseObject({ ...metadataSchema.entries, owner: v.string(), upsert: v.string() });

const tusRejection = (rejection: RejectedObject): { status_code: number; body: string } => ({
  status_code: rejection.status,
  body: JSON.stringify(rejectionBody(rejection)),
});
const rejection = (status: number, error: string, message: string) =>
  tusRejection(new RejectedObject(status, error, message));

const matches = (type: string, allowed: readonly string[]): boolean =>
  allowed.some((each) => each === type || (each.endsWith("/*") && type.startsWith(each.slice(0, -1))));

interface Wanted {
  object: ObjectMetadata;
  size: number;
  upsert: boolean;
}

/** Applies policies and triggers as for a whole upload. */
const asCaller = (session: Session, claims: Claims) =>
  runAs(session, claims, { method: "POST", path: resumablePath, headers: "{}" });
const rowOf = ({ object, upsert }: Wanted, { sub }: Claims, metadata: object): ObjectRow => ({
  ...{ bucket: object.bucketName, name: object.objectName, owner: sub ?? null, metadata, upsert },
});

/** Before the first byte and each request, because rights may end during an upload. */
async function checkUpload(database: Database, claims: Claims, wanted: Wanted): Promise<void> {
  const { object, size } = wanted;
  const [bucket] = await database.query<{ file_size_limit: number | null; allowed_mime_types: string[] | null }>(
    "select file_size_limit::float8 as file_size_limit, allowed_mime_types from storage.buckets where id = $1",
    [object.bucketName],
  );
  if (!bucket) throw rejection(404, "Bucket not found", "Bucket not found");
  if (size > (bucket.file_size_limit ?? largest)) {
    throw rejection(413, "Payload too large", "The object exceeded the maximum allowed size");
  }
  if (bucket.allowed_mime_types?.length && !matches(object.contentType, bucket.allowed_mime_types)) {
    throw rejection(415, "invalid_mime_type", `mime type ${object.contentType} is not supported`);
  }
  const metadata = { mimetype: object.contentType, contentLength: size, size };
  try {
    await checkRow(database, rowOf(wanted, claims, metadata), (session) => asCaller(session, claims));
  } catch (error) {
    throw error instanceof RejectedObject ? tusRejection(error) : error;
  }
}

const idIn = (request: Request): string => new URL(request.url).pathname.split("/").at(-1) ?? "";

/** @tus/server answers some rejections in plain text. */
async function asStorageAnswer(response: Response): Promise<Response> {
  if (response.status < 400 || response.body === null) return response;
  const text = (await response.text()).trim();
  const { status } = response;
  const own = text.startsWith("{");
  const body: unknown = own ? JSON.parse(text) : rejectionBody(new RejectedObject(status, "InvalidRequest", text));
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "content-type"]) headers.delete(name);
  return jsonResponse(status, body, Object.fromEntries(headers));
}

export type Resumable = Awaited<ReturnType<typeof createResumable>>;

export async function createResumable(folder: string, database: Database, stored: StoredFiles, keys: Keys, log: Log) {
  const directory = join(folder, "resumable");
  mkdirSync(directory, { recursive: true });
  const uploads = new UnfinishedUploads(directory);
  await uploads.load();
  const senderOf = async (request: Request): Promise<Sender> => {
    const { pathname } = new URL(request.url);
    if (pathname === signedResumable || pathname.startsWith(`${signedResumable}/`)) {
      const token = readToken(request.headers.get("x-signature") ?? "", keys.jwtSecret);
      if (token?.intent !== "upload" || (await hasEnded(token, database)))
        throw rejection(403, "InvalidSignature", "The signature does not hold");
      const { bucket, sub, owner, upsert } = token;
      return {
        // The signer's rights were checked; the triggers check the owner's.
        claims: { role: "service_role", ...(owner ? { sub: owner } : {}) },
        // Signed uploads to one folder share one person's limits.
        owner: `signed:${bucket}/${sub.split("/")[0]}`,
        signed: { target: `${bucket}/${sub}`, upsert },
      };
    }
    const caller = callerOf(request, keys);
    if (!caller.ok) throw rejection(caller.status, "Unauthorized", caller.message);
    return { claims: caller.claims, owner: `${caller.claims.role}:${caller.claims.sub ?? ""}` };
  };
  const claimsOf = async (request: Request): Promise<Claims> => (await senderOf(request)).claims;
  const isFor = ({ signed }: Sender, { bucketName, objectName }: ObjectMetadata): boolean =>
    signed === undefined || signed.target === `${bucketName}/${objectName}`;

  /** The bytes are stored and synced before the row is committed. */
  const storeObject = async (id: string, wanted: Wanted, claims: Claims): Promise<void> => {
    const { bucketName, objectName, contentType, cacheControl } = wanted.object;
    const path = join(directory, id);
    try {
      // Before the transaction: hashing half a gigabyte takes long, and PGlite has one connection.
      const hash = await hashOf(path);
      checkHash(objectName, hash);
      syncPath(path);
      const file = { path, hash };
      const metadata = await stored.describe(file, contentType, `max-age=${cacheControl}`);
      await database.transaction(async (session) => {
        await asCaller(session, claims);
        await writeRow(session, rowOf(wanted, claims, metadata), randomUUID());
        await stored.moveIntoPlace(path, bucketName, objectName);
      });
    } catch (error) {
      const known = storageRejectionOf(error);
      // After a server failure the upload stays, and the client may retry.
      if (known && known.status < 500) await uploads.forget(id);
      throw known ? tusRejection(known) : error;
    }
    await uploads.forget(id);
    log("upload_finished", { bucket: bucketName, bytes: wanted.size });
  };
  const finishing = new Map<string, Promise<void>>();
  /** Runs once, also for parallel requests (the last PATCH and a HEAD). */
  const finish = (id: string, wanted: Wanted, claims: Claims): Promise<void> => {
    const running =
      finishing.get(id) ??
      uploads.whileSending(id, () => storeObject(id, wanted, claims)).finally(() => finishing.delete(id));
    finishing.set(id, running);
    return running;
  };
  const wantedOf = async (id: string): Promise<Wanted & { owner: string; offset: number }> => {
    const upload = await uploads.getUpload(id);
    const parsed = v.safeParse(ownedSchema, upload.metadata ?? {});
    if (!parsed.success || upload.size === undefined) throw rejection(404, "not_found", "The upload was not found");
    const { owner, upsert } = parsed.output;
    return { object: parsed.output, size: upload.size, upsert: upsert === "true", owner, offset: upload.offset };
  };

  const server = new Server({
    path: resumablePath,
    datastore: uploads,
    generateUrl: (request, { id }) =>
      `${new URL(request.url).pathname === signedResumable ? signedResumable : resumablePath}/${id}`,
    maxSize: largest,
    namingFunction: () => randomUUID(),
    allowedHeaders: ["authorization", "apikey", "x-client-info", "x-upsert", "x-signature"],
    async onUploadCreate(request, upload) {
      const sender = await senderOf(request);
      const parsed = v.safeParse(metadataSchema, upload.metadata ?? {});
      if (!parsed.success || upload.size === undefined)
        throw rejection(400, "InvalidRequest", "A bucketName, an objectName, the size and a contentType are needed");
      const { bucketName, objectName, contentType, cacheControl } = parsed.output;
      if (!isFor(sender, parsed.output))
        throw rejection(403, "InvalidSignature", "The signature is for another object");
      const { claims, owner, signed } = sender;
      const upsert = signed ? signed.upsert : request.headers.get("x-upsert") === "true";
      await checkUpload(database, claims, { object: parsed.output, size: upload.size, upsert });
      if (!(await uploads.makeRoom(owner, bucketName, objectName, upload.size)))
        throw rejection(429, "TooManyUploads", "Too many uploads are under way");
      return { metadata: { bucketName, objectName, contentType, cacheControl, owner, upsert: String(upsert) } };
    },
    async onIncomingRequest(request, id) {
      if (request.method === "POST" || request.method === "OPTIONS") return;
      const sender = await senderOf(request);
      const wanted = await wantedOf(id);
      // 404, not 403: others must not learn that the upload exists.
      if (wanted.owner !== sender.owner || !isFor(sender, wanted.object))
        throw rejection(404, "not_found", "The upload was not found");
      if (request.method === "PATCH") await checkUpload(database, sender.claims, wanted);
    },
    async onUploadFinish(request, upload) {
      await finish(upload.id, await wantedOf(upload.id), await claimsOf(request));
      return {};
    },
    onResponseError(_request, error) {
      if (!(error instanceof Error)) return undefined;
      const { status_code: status } = error as { status_code?: number };
      if (status === undefined || status >= 500) log("upload_failed", { message: messageOf(error) });
      return status === undefined ? rejection(500, "internal", "The server failed") : undefined;
    },
  });
  const cleaning = repeat(hour, () => uploads.removeOld(), logged(log, "upload_cleaning_failed"));
  cleaning.run();
  /**
   * Answers HEAD. A complete length would tell the client that the upload succeeded, so an unstored
   * object (after a killed server) is stored first; the client then restarts and gets a duplicate
   * error.
   */
  const head = async (request: Request): Promise<Response> => {
    const id = idIn(request);
    await uploads.whenIdle(id);
    const answer = await asStorageAnswer(await server.handleWeb(request));
    const { headers } = answer;
    if (answer.status !== 200 || headers.get("upload-offset") !== headers.get("upload-length")) return answer;
    try {
      await finish(id, await wantedOf(id), await claimsOf(request));
    } catch (error) {
      // A parallel request has finished or rejected it: the answer below shows which.
      log("upload_not_finished", { message: messageOf(error) });
    }
    return asStorageAnswer(await server.handleWeb(request));
  };
  return {
    async serve(request: Request): Promise<Response> {
      if (request.method === "HEAD") return head(request);
      if (request.method !== "PATCH" || !request.body) return asStorageAnswer(await server.handleWeb(request));
      const id = idIn(request);
      return uploads.whileSending(id, async () => asStorageAnswer(await server.handleWeb(request)));
    },
    stop: cleaning.stop,
  };
}
