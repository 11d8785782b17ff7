// Mends requests to /storage/v1 on their way to lite: the multipart form of storage-js (its file
// has no field name), types with parameters, and answers on their way back: a browser must never
// run a stored file as a page of this origin.
import * as v from "valibot";
import type { Database } from "../database/database.ts";
import { isObjectUpload } from "../http/body.ts";
import { encodePath } from "../http/target.ts";
import { jsonResponse } from "../rest/errors.ts";
import { isObjectName, mediaTypeOf, objectName } from "./names.ts";
import { objectOf, partOf } from "./range.ts";
import { refusalResponse } from "./refusals.ts";
import { signedRefusal } from "./signed.ts";

const refuse = (status: number, error: string, message: string): Response =>
  refusalResponse({ status, error, message });

async function mendRequest(request: Request): Promise<Request | Response> {
  const { pathname } = new URL(request.url);
  if (!isObjectUpload(request.method, pathname)) return request;
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  // Without a length lite cannot hold the body against the bucket's limit before it is on the disk.
  if (!Number.isInteger(length)) return refuse(411, "LengthRequired", "A Content-Length is needed");
  const type = request.headers.get("content-type") ?? "application/octet-stream";
  const headers = new Headers(request.headers);
  if (!type.startsWith("multipart/form-data")) {
    const plain = mediaTypeOf(type);
    if (!plain) return refuse(400, "InvalidRequest", "The content type cannot be used");
    headers.set("content-type", plain);
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
  const plain = mediaTypeOf(file.type);
  if (!plain) return refuse(400, "InvalidRequest", "The content type cannot be used");
  headers.set("content-type", plain);
  headers.set("content-length", String(file.size));
  if (typeof maxAge === "string" && /^\d+$/.test(maxAge)) headers.set("cache-control", `max-age=${maxAge}`);
  const body = new Uint8Array(await file.arrayBuffer());
  return new Request(request.url, { method: request.method, headers, body });
}

const shownInline = /^(image\/(png|jpeg|gif|webp|avif)|video\/|audio\/)/;

const signedSchema = v.looseObject({ signedUrl: v.string() });
const withoutPrefix = (url: string): string => url.replace(/^\/storage\/v1/, "");

/**
 * lite says `signedUrl` with the whole path where storage-js reads `signedURL` (or `url`, for an
 * upload) below /storage/v1.
 */
function asStorageApi(body: unknown, upload: boolean): unknown {
  const signed = v.safeParse(signedSchema, body);
  if (!signed.success) return body;
  const { signedUrl, ...rest } = signed.output;
  const url = withoutPrefix(signedUrl);
  return upload ? { ...rest, url } : { ...rest, signedURL: url };
}

const manySchema = v.object({ expiresIn: v.number(), paths: v.pipe(v.array(v.string()), v.maxLength(500)) });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const namesSchema = v.looseObject({ sourceKey: v.optional(objectName), destinationKey: v.optional(objectName) });

/** The name in the path, and those that a move or a copy names. */
async function hasUsableNames(request: Request): Promise<boolean> {
  const object = objectOf(new URL(request.url).pathname);
  if (object && !isObjectName(object.key)) return false;
  if (request.method !== "POST" || !/^\/storage\/v1\/object\/(move|copy)$/.test(new URL(request.url).pathname))
    return true;
  return v.is(namesSchema, parsed(await request.clone().text()));
}

/**
 * lite's router takes the call for many for a call for one object without a name. Undefined: not
 * such a call.
 */
async function signMany(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (request.method !== "POST" || !/^\/storage\/v1\/object\/sign\/[^/]+$/.test(pathname)) return undefined;
  const asked = v.safeParse(manySchema, parsed(await request.text()));
  if (!asked.success) return refuse(400, "InvalidRequest", "paths and expiresIn are needed");
  const { expiresIn, paths } = asked.output;
  const answers = [];
  for (const path of paths) {
    if (!isObjectName(path)) {
      answers.push({ path, signedURL: null, error: "The name cannot be used" });
      continue;
    }
    const url = `${request.url}/${encodePath(path)}`;
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

/** RFC 6266: the name in ASCII for old programs, and as it is for the others. */
function savedAs(name: string): string {
  const plain = name.toWellFormed();
  const ascii = plain
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|["\\%]/gu, "_");
  const whole = encodeURIComponent(plain).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

/**
 * A stored HTML or SVG file must not run with the rights of the app that is served from the same
 * origin.
 */
function withoutRights(response: Response, url: URL): Response {
  const headers = new Headers(response.headers);
  headers.set("content-security-policy", "default-src 'none'; sandbox");
  // As on Supabase: `?download=` saves it, `?download=name` under that name. lite knows neither.
  const name = url.searchParams.get("download");
  if (name) headers.set("content-disposition", savedAs(name));
  else if (name !== null) headers.set("content-disposition", "attachment");
  else if (!shownInline.test(headers.get("content-type") ?? "") && !headers.has("content-disposition")) {
    headers.set("content-disposition", "attachment");
  }
  return new Response(response.body, { status: response.status, headers });
}

type PathOf = (bucket: string, key: string) => string;

async function mendResponse(request: Request, response: Response, pathOf: PathOf): Promise<Response> {
  const url = new URL(request.url);
  const { pathname } = url;
  if (!response.ok) return response;
  if (request.method === "GET" && /^\/storage\/v1\/object\/(?!info\/)/.test(pathname))
    return partOf(request, withoutRights(response, url), pathOf);
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

export async function serveStorage(request: Request, parts: StorageParts): Promise<Response> {
  if (!(await hasUsableNames(request))) return refuse(400, "InvalidKey", "The name of the object cannot be used");
  const refused = await signedRefusal(request, parts);
  if (refused) return refused;
  const many = await signMany(request, parts.lite);
  if (many) return many;
  const mended = await mendRequest(request);
  return mended instanceof Response ? mended : mendResponse(request, await parts.lite(mended), parts.pathOf);
}
