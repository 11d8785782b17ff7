// Rewrites uploads for lite, which supports neither the multipart form of storage-js nor a content
// type with parameters, and does not count a body without a length.
import { formBytes, readForm } from "../../functions/_shared/upload-form.ts";
import { callerOf, type Keys } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import { mediaTypeOf } from "./object-names.ts";
import type { ObjectPath } from "./object-path.ts";
import { checkRow } from "./object-row.ts";
import { RejectedObject } from "./rejections.ts";
import { readToken } from "./signed.ts";

/** Maximum duration of a body without a length. The edge limits its size and pauses. */
const longestMs = 10 * 60 * 1000;

const unreadable = () => new RejectedObject(400, "InvalidRequest", "The multipart body cannot be read");
const tooLarge = (most: number): RejectedObject =>
  new RejectedObject(413, "Payload too large", `The object exceeded the maximum allowed size of ${most} bytes`);

interface Upload {
  request: Request;
  path: ObjectPath;
  database: Database;
  keys: Keys;
}

/** The future owner of the object, and whether it may replace another one. */
function rowOf({ request, path: { action, bucket, key }, keys }: Upload) {
  const at = { bucket, name: key };
  if (action === "upload/sign") {
    const token = readToken(new URL(request.url).searchParams.get("token") ?? "", keys.jwtSecret);
    return { ...at, owner: token?.owner ?? null, upsert: token?.upsert ?? false };
  }
  const caller = callerOf(request, keys);
  return {
    ...at,
    owner: caller.ok ? (caller.claims.sub ?? null) : null,
    upsert: request.method === "PUT" || request.headers.get("x-upsert") === "true",
  };
}

/** Checks the quota at the end, when the size is known, before lite replaces other bytes. */
function limited(upload: Upload, body: ReadableStream<Uint8Array>, mimetype: string, most: number): ReadableStream {
  const { database } = upload;
  const row = rowOf(upload);
  const until = Date.now() + longestMs;
  let size = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      if (Date.now() > until) throw new RejectedObject(408, "too_slow", "The body did not arrive in time");
      controller.enqueue(chunk);
    },
    flush: () =>
      database.withRequestScope({ role: "authenticated" }, () =>
        checkRow(database, { ...row, metadata: { mimetype, contentLength: size, size } }),
      ),
  });
  return body.pipeThrough(count);
}

async function limitOf(bucket: string, database: Database): Promise<number> {
  const [known] = await database.query<{ most: string | null }>(
    "select file_size_limit::text as most from storage.buckets where id = $1",
    [bucket],
  );
  return known?.most ? Number(known.most) : Number.POSITIVE_INFINITY;
}

/** @throws RejectedObject */
export async function normalizeUpload(upload: Upload): Promise<Request> {
  const { request, path, database } = upload;
  const type = request.headers.get("content-type") ?? "application/octet-stream";
  const headers = new Headers(request.headers);
  const isForm = type.startsWith("multipart/form-data");
  const most =
    isForm || !headers.has("content-length") ? await limitOf(path.bucket, database) : Number.POSITIVE_INFINITY;
  let body: ReadableStream<Uint8Array> | null = request.body;
  let mediaType = mediaTypeOf(type);
  if (isForm) {
    if (Number(headers.get("content-length") ?? 0) - formBytes > most) throw tooLarge(most);
    const file = body ? await readForm(body, type, unreadable) : undefined;
    if (!file) throw new RejectedObject(400, "InvalidRequest", "Missing file in multipart upload");
    const maxAge = file.fields.get("cacheControl") ?? "";
    if (/^\d+$/.test(maxAge)) headers.set("cache-control", `max-age=${maxAge}`);
    headers.delete("content-length");
    mediaType = mediaTypeOf(file.type);
    body = file.bytes;
  }
  if (!mediaType) throw new RejectedObject(400, "InvalidRequest", "The content type cannot be used");
  headers.set("content-type", mediaType);
  if (headers.has("content-length") || !body) return new Request(request, { headers });
  const counted = limited(upload, body, mediaType, most);
  const { url, method, signal } = request;
  return new Request(url, { method, headers, signal, body: counted, duplex: "half" } as RequestInit);
}
