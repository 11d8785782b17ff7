// Mends requests to /storage/v1 on their way to lite: the multipart form of storage-js (its file has no field name), types with
// parameters, and answers on their way back: a browser must never run a stored file as a page of this origin.
import * as v from "valibot";
import type { Database } from "./database.ts";
import { jsonResponse } from "./errors.ts";
import { partOf } from "./storage-range.ts";
import { isObjectKey, mediaTypeOf, refusalResponse } from "./storage-refusals.ts";
import { signedRefusal } from "./storage-signed.ts";

const maxWhole = 100 * 1024 * 1024;

const refuse = (status: number, error: string, message: string): Response =>
  refusalResponse({ status, error, message });

const isUpload = (request: Request, path: string): boolean =>
  (request.method === "POST" || request.method === "PUT") &&
  /^\/storage\/v1\/object\/(?!list\/|sign\/|info\/|move$|copy$)(upload\/sign\/)?[^/]+\/.+/.test(path) &&
  !(request.method === "POST" && path.startsWith("/storage/v1/object/upload/sign/"));

/** Everything of an object's address but its bucket and key. */
const objectAddress =
  /^(\/storage\/v1\/object\/(?:public\/|authenticated\/|info\/|sign\/|upload\/sign\/)?(?!list\/)[^/]+\/)(.+)$/;

/**
 * The key as it is meant, in the one spelling that lite's router reads back to the same key: it leaves the codes of reserved
 * signs in the name. Null: the address cannot be read.
 */
function withPlainKey(request: Request): Request | null {
  const url = new URL(request.url);
  const [, before, key] = objectAddress.exec(url.pathname) ?? [];
  if (before === undefined || key === undefined) return request;
  try {
    const meant = decodeURIComponent(key);
    // An address that is put together again would lose them, and name another object.
    if (meant.split("/").some((part) => part === "." || part === "..")) return null;
    const plain = before + encodeURI(meant).replaceAll("?", "%3F").replaceAll("#", "%23");
    if (plain === url.pathname) return request;
    url.pathname = plain;
    return new Request(url, request);
  } catch {
    return null;
  }
}

const keyOf = (pathname: string): string => decodeURIComponent(objectAddress.exec(pathname)?.[2] ?? "");

const destinationSchema = v.looseObject({ destinationKey: v.pipe(v.string(), v.check(isObjectKey)) });
const invalidKey = (): Response => refuse(400, "InvalidKey", "This name cannot be used for an object");

/** A name that no object may have, at each of the ways to give one. */
async function nameRefusal(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const signing = request.method === "POST" && pathname.startsWith("/storage/v1/object/upload/sign/");
  if (isUpload(request, pathname) || signing) return isObjectKey(keyOf(pathname)) ? undefined : invalidKey();
  if (request.method !== "POST" || !/^\/storage\/v1\/object\/(move|copy)$/.test(pathname)) return undefined;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  if (body === null) return refuse(400, "InvalidRequest", "The body needs to be a JSON object");
  return v.is(destinationSchema, body) ? undefined : invalidKey();
}

async function mendRequest(request: Request): Promise<Request | Response> {
  const { pathname } = new URL(request.url);
  if (!isUpload(request, pathname)) return request;
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  // Without a length lite cannot hold the body against the bucket's limit before it is on the disk.
  if (!Number.isInteger(length)) return refuse(411, "LengthRequired", "A Content-Length is needed");
  if (length > maxWhole) return refuse(413, "Payload too large", "Use a resumable upload for a file of this size");
  const given = request.headers.get("content-type") || "application/octet-stream";
  const headers = new Headers(request.headers);
  const wrongType = (): Response => refuse(400, "invalid_mime_type", "The content type cannot be read");
  if (!given.startsWith("multipart/form-data")) {
    const type = mediaTypeOf(given);
    if (type === null) return wrongType();
    headers.set("content-type", type);
    return new Request(request, { headers });
  }
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    return refuse(400, "InvalidRequest", "The multipart body cannot be read");
  }
  const file = [...form.values()].find((value) => value instanceof Blob);
  if (!file) return refuse(400, "InvalidRequest", "Missing file in multipart upload");
  const maxAge = form.get("cacheControl");
  const type = mediaTypeOf(file.type || "application/octet-stream");
  if (type === null) return wrongType();
  headers.set("content-type", type);
  headers.set("content-length", String(file.size));
  if (typeof maxAge === "string" && /^\d+$/.test(maxAge)) headers.set("cache-control", `max-age=${maxAge}`);
  const body = new Uint8Array(await file.arrayBuffer());
  return new Request(request.url, { method: request.method, headers, body });
}

const shownInline = /^(image\/(png|jpeg|gif|webp|avif)|video\/|audio\/)/;

const signedSchema = v.looseObject({ signedUrl: v.string() });
const withoutPrefix = (url: string): string => url.replace(/^\/storage\/v1/, "");

/** lite says `signedUrl` with the whole path where storage-js reads `signedURL` (or `url`, for an upload) below /storage/v1. */
function asStorageApi(body: unknown, upload: boolean): unknown {
  const parsed = v.safeParse(signedSchema, body);
  if (!parsed.success) return body;
  const { signedUrl, ...rest } = parsed.output;
  const url = withoutPrefix(signedUrl);
  return upload ? { ...rest, url } : { ...rest, signedURL: url };
}

const manySchema = v.object({ expiresIn: v.number(), paths: v.pipe(v.array(v.string()), v.maxLength(500)) });

/** lite's router takes the call for many for a call for one object without a name. Undefined: not such a call. */
async function signMany(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (request.method !== "POST" || !/^\/storage\/v1\/object\/sign\/[^/]+$/.test(pathname)) return undefined;
  const parsed = v.safeParse(manySchema, await request.json().catch(() => null));
  if (!parsed.success) return refuse(400, "InvalidRequest", "paths and expiresIn are needed");
  const { expiresIn, paths } = parsed.output;
  const answers = [];
  for (const path of paths) {
    const url = `${request.url}/${path.split("/").map(encodeURIComponent).join("/")}`;
    const body = JSON.stringify({ expiresIn });
    const headers = new Headers(request.headers);
    headers.delete("content-length");
    const answer = await fetch(new Request(url, { method: "POST", headers, body }));
    const signed = v.safeParse(signedSchema, await answer.json());
    answers.push({
      path,
      signedURL: signed.success ? withoutPrefix(signed.output.signedUrl) : null,
      error: signed.success ? null : "Either the object does not exist or you do not have access to it",
    });
  }
  return jsonResponse(200, answers);
}

/** A stored HTML or SVG file must not run with the rights of the app that is served from the same origin. */
function withoutRights(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("content-security-policy", "default-src 'none'; sandbox");
  if (!shownInline.test(headers.get("content-type") ?? "") && !headers.has("content-disposition")) {
    headers.set("content-disposition", "attachment");
  }
  return new Response(response.body, { status: response.status, headers });
}

type PathOf = (bucket: string, key: string) => string;

async function mendResponse(request: Request, response: Response, pathOf: PathOf): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!response.ok) return response;
  if (request.method === "GET" && /^\/storage\/v1\/object\/(?!info\/)/.test(pathname))
    return partOf(request, withoutRights(response), pathOf);
  const signing = /^\/storage\/v1\/object\/(upload\/)?sign\//.exec(pathname);
  if (request.method !== "POST" || !signing) return response;
  return jsonResponse(response.status, asStorageApi(await response.json(), signing[1] !== undefined));
}

export interface StorageParts {
  lite: (request: Request) => Promise<Response>;
  pathOf: PathOf;
  database: Database;
  jwtSecret: string;
}

export async function serveStorage(asked: Request, parts: StorageParts): Promise<Response> {
  const request = withPlainKey(asked);
  if (!request) return refuse(400, "InvalidKey", "The address cannot be read");
  const refused = (await nameRefusal(request)) ?? (await signedRefusal(request, parts));
  if (refused) return refused;
  const many = await signMany(request, parts.lite);
  if (many) return many;
  const mended = await mendRequest(request);
  return mended instanceof Response ? mended : mendResponse(request, await parts.lite(mended), parts.pathOf);
}
