// Creates a release's resumable upload (TUS), signed for one object because the program has no
// session; the program then needs only one address and PATCH.
import * as v from "valibot";
import { call, ForbiddenCall, projectFetch, Refused } from "../_shared/http.ts";
import { storagePath } from "../_shared/storage-path.ts";
import type { FunctionEnv } from "../_shared/types.ts";
import type { StoredRelease, Upload } from "./schemas.ts";

const bucket = "releases";
const resumable = "/storage/v1/upload/resumable/sign";
const timeoutMs = 20_000;

const signedSchema = v.object({ url: v.string(), token: v.optional(v.string()) });
const expirySchema = v.object({ exp: v.number() });

/** Signs the upload of this object for the token's holder; null when the object exists. */
async function sign(env: FunctionEnv, path: string): Promise<string | null> {
  try {
    const address = storagePath("upload/sign", bucket, path);
    const { url, token } = await call(env, "POST", address, signedSchema, { as: "service", body: {}, timeoutMs });
    return token ?? new URL(url, env.SUPABASE_URL).searchParams.get("token");
  } catch (error) {
    // "The resource already exists": it has just arrived.
    if (error instanceof Refused && /already exists/i.test(error.message)) return null;
    throw error;
  }
}

function expiryOf(token: string): string {
  const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  return new Date(v.parse(expirySchema, JSON.parse(atob(payload))).exp * 1000).toISOString();
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const unavailable = () => new Refused(503, "The storage gave no answer. Please try again.", "unavailable");

async function storage(env: FunctionEnv, method: string, path: string, headers: Readonly<Record<string, string>>) {
  const answer = await projectFetch(env, method, path, "signed", {
    headers: { "tus-resumable": "1.0.0", ...headers },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    if (error instanceof ForbiddenCall) throw error;
    throw unavailable();
  });
  await answer.body?.cancel();
  return answer;
}

/** The number of received bytes; null when the upload no longer exists. */
async function offsetOf(env: FunctionEnv, id: string, signature: string): Promise<number | null> {
  const answer = await storage(env, "HEAD", `${resumable}/${id}`, { "x-signature": signature });
  const offset = Number(answer.headers.get("upload-offset") ?? Number.NaN);
  if (answer.ok && Number.isSafeInteger(offset)) return offset;
  if (answer.status >= 500) throw unavailable();
  return null;
}

async function begin(env: FunctionEnv, release: StoredRelease, signature: string): Promise<string> {
  const metadata = { bucketName: bucket, objectName: release.file_path, contentType: release.content_type };
  const answer = await storage(env, "POST", resumable, {
    "x-signature": signature,
    "upload-length": String(release.size_bytes),
    "upload-metadata": Object.entries(metadata)
      .map(([key, value]) => `${key} ${base64(value)}`)
      .join(","),
  });
  const id = /\/upload\/resumable\/sign\/([\w.~=-]+)$/.exec(answer.headers.get("location") ?? "")?.[1];
  if (answer.status === 413) throw new Refused(413, "The file is larger than the storage takes.", "too_large");
  if (answer.status === 429) throw new Refused(503, "Too many uploads are under way.", "unavailable");
  if (answer.status !== 201 || !id) throw unavailable();
  return id;
}

/**
 * Creates or resumes the upload of a release's file.
 * @param note stores the id of a new upload
 * @returns null when the file has arrived
 */
export async function uploadOf(
  env: FunctionEnv,
  release: StoredRelease,
  note: (id: string) => Promise<unknown>,
): Promise<Upload | null> {
  const signature = await sign(env, release.file_path);
  if (!signature) return null;
  let id = release.upload_id;
  let offset = id ? await offsetOf(env, id, signature) : null;
  if (id === null || offset === null) {
    id = await begin(env, release, signature);
    offset = 0;
    await note(id);
  }
  return {
    url: `${env.SUPABASE_PUBLIC_URL || env.SUPABASE_URL}${resumable}/${id}`,
    method: "PATCH",
    headers: {
      ...{ "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" },
      ...{ "upload-offset": String(offset), "x-signature": signature },
    },
    offset,
    expires_at: expiryOf(signature),
  };
}
