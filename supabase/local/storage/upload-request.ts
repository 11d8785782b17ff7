// Uploads on their way to lite, which reads neither the multipart form of storage-js (its file has
// no field name) nor a content type with parameters, and does not count a body without a length.
import type { Database } from "../database/database.ts";
import { mediaTypeOf } from "./object-names.ts";
import { RefusedObject, refuse } from "./refusals.ts";

/** The longest time for a body without a length. The edge limits its size and its pauses. */
const longestMs = 10 * 60 * 1000;

const unusableType = (): Response => refuse(400, "InvalidRequest", "The content type cannot be used");

/** Passes a body on while it keeps the bucket's limit, which lite knows of a length alone. */
function limited(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
  const until = Date.now() + longestMs;
  let size = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > most)
        throw new RefusedObject(
          413,
          "Payload too large",
          `The object exceeded the maximum allowed size of ${most} bytes`,
        );
      if (Date.now() > until) throw new RefusedObject(408, "too_slow", "The body did not arrive in time");
      controller.enqueue(chunk);
    },
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

/** The upload as lite can read it, or the refusal of it. */
export async function normalizeUpload(
  request: Request,
  bucket: string,
  database: Database,
): Promise<Request | Response> {
  const type = request.headers.get("content-type") ?? "application/octet-stream";
  if (type.startsWith("multipart/form-data")) return fromForm(request);
  const mediaType = mediaTypeOf(type);
  if (!mediaType) return unusableType();
  const headers = new Headers(request.headers);
  headers.set("content-type", mediaType);
  if (headers.has("content-length") || !request.body) return new Request(request, { headers });
  const body = limited(request.body, await limitOf(bucket, database));
  const { url, method, signal } = request;
  return new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
}

async function fromForm(request: Request): Promise<Request | Response> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    return refuse(400, "InvalidRequest", "The multipart body cannot be read");
  }
  const file = [...form.values()].find((value) => value instanceof Blob);
  if (!file) return refuse(400, "InvalidRequest", "Missing file in multipart upload");
  const mediaType = mediaTypeOf(file.type);
  if (!mediaType) return unusableType();
  const headers = new Headers(request.headers);
  headers.set("content-type", mediaType);
  headers.set("content-length", String(file.size));
  const maxAge = form.get("cacheControl");
  if (typeof maxAge === "string" && /^\d+$/.test(maxAge)) headers.set("cache-control", `max-age=${maxAge}`);
  const body = new Uint8Array(await file.arrayBuffer());
  return new Request(request.url, { method: request.method, headers, body });
}
