// Uploads on their way to lite, which reads neither the multipart form of storage-js (its file has
// no field name) nor a content type with parameters.
import { mediaTypeOf } from "./object-names.ts";
import { refuse } from "./refusals.ts";

const unusableType = (): Response => refuse(400, "InvalidRequest", "The content type cannot be used");

/** The upload as lite can read it, or the refusal of it. */
export async function normalizeUpload(request: Request): Promise<Request | Response> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  // Without a length lite cannot check the bucket's limit before the body is on the disk.
  if (!Number.isInteger(length)) return refuse(411, "LengthRequired", "A Content-Length is needed");
  const type = request.headers.get("content-type") ?? "application/octet-stream";
  if (type.startsWith("multipart/form-data")) return fromForm(request);
  const mediaType = mediaTypeOf(type);
  if (!mediaType) return unusableType();
  const headers = new Headers(request.headers);
  headers.set("content-type", mediaType);
  return new Request(request, { headers });
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
