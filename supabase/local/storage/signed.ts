// Signed URLs of stored objects: their check, and the calls that make them in the words of
// storage-js. A signature proves what its maker was allowed then; for an upload the rights of today
// are checked too.
import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { Database } from "../database/database.ts";
import { encodePath } from "../http/request-target.ts";
import { jsonResponse } from "../rest/errors.ts";
import { isObjectName } from "./object-names.ts";
import type { ObjectPath } from "./object-path.ts";
import { checkRow } from "./object-row.ts";
import { RefusedObject, refusalResponse, refuse } from "./refusals.ts";

/** Resumable uploads with a signature in place of a session. */
export const signedResumable = "/storage/v1/upload/resumable/sign";

const tokenSchema = v.looseObject({
  sub: v.string(),
  bucket: v.string(),
  intent: v.picklist(["download", "upload"]),
  exp: v.number(),
  owner: v.nullish(v.pipe(v.string(), v.uuid())),
  upsert: v.optional(v.boolean(), false),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
const decodePart = (part: string | undefined): unknown =>
  parseJson(Buffer.from(part ?? "", "base64url").toString("utf8"));

/** What the token allows; null: it is not of this server, or has expired. */
export function readToken(token: string, secret: string): v.InferOutput<typeof tokenSchema> | null {
  const [head, body, signature, ...more] = token.split(".");
  const header = v.is(v.looseObject({ alg: v.literal("HS256") }), decodePart(head));
  const parsed = v.safeParse(tokenSchema, decodePart(body));
  if (!header || !parsed.success || !signature || more.length > 0) return null;
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return parsed.output.exp * 1000 > Date.now() ? parsed.output : null;
}

/** @returns the refusal; undefined: the URL is not a signed one, or its signature is valid */
export async function checkSignedRequest(
  request: Request,
  { action, bucket, key }: ObjectPath,
  database: Database,
  jwtSecret: string,
): Promise<Response | undefined> {
  const upload = action === "upload/sign";
  const uses = upload ? request.method === "PUT" : request.method === "GET" || request.method === "HEAD";
  if (!uses || key === "" || (action !== "sign" && !upload)) return undefined;
  const token = readToken(new URL(request.url).searchParams.get("token") ?? "", jwtSecret);
  const intent = upload ? "upload" : "download";
  if (!token || token.intent !== intent || token.bucket !== bucket || token.sub !== key)
    return refuse(400, "InvalidJWT", "The signature of this address does not hold");
  if (!upload) return undefined;
  const { owner = null, upsert } = token;
  const metadata = { size: Number(request.headers.get("content-length") ?? 0) };
  try {
    await checkRow(database, { bucket, name: key, owner, upsert, metadata });
    return undefined;
  } catch (error) {
    if (error instanceof RefusedObject) return refusalResponse(error.refusal);
    throw error;
  }
}

const signedSchema = v.looseObject({ signedUrl: v.string() });
const belowStorage = (url: string): string => url.replace(/^\/storage\/v1/, "");

/**
 * lite says `signedUrl` with the whole path where storage-js reads `signedURL` (or `url`, for an
 * upload) below /storage/v1.
 */
export async function asSupabaseSigned(response: Response, action: "sign" | "upload/sign"): Promise<Response> {
  const body: unknown = await response.json();
  const signed = v.safeParse(signedSchema, body);
  if (!signed.success) return jsonResponse(response.status, body);
  const { signedUrl, ...rest } = signed.output;
  const url = belowStorage(signedUrl);
  return jsonResponse(response.status, action === "sign" ? { ...rest, signedURL: url } : { ...rest, url });
}

const manySchema = v.object({ expiresIn: v.number(), paths: v.pipe(v.array(v.string()), v.maxLength(500)) });

/** Signs several objects. lite's router takes this call for one object without a name. */
export async function signMany(request: Request, lite: (request: Request) => Promise<Response>): Promise<Response> {
  const parsed = v.safeParse(manySchema, parseJson(await request.text()));
  if (!parsed.success) return refuse(400, "InvalidRequest", "paths and expiresIn are needed");
  const { expiresIn, paths } = parsed.output;
  const answers = [];
  for (const path of paths) {
    if (!isObjectName(path)) {
      answers.push({ path, signedURL: null, error: "The name cannot be used" });
      continue;
    }
    const headers = new Headers(request.headers);
    headers.delete("content-length");
    const body = JSON.stringify({ expiresIn });
    const answer = await lite(new Request(`${request.url}/${encodePath(path)}`, { method: "POST", headers, body }));
    const signed = v.safeParse(signedSchema, await answer.json());
    answers.push({
      path,
      signedURL: signed.success ? belowStorage(signed.output.signedUrl) : null,
      error: signed.success ? null : "Either the object does not exist or you do not have access to it",
    });
  }
  return jsonResponse(200, answers);
}
