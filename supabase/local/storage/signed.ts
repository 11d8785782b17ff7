// Signed URLs in the format of storage-js. A signature records the signer's rights at that time;
// for uploads the current rights are checked, too.
import * as v from "valibot";
import { jsonResponse } from "../common/database-errors.ts";
import { jsonOf, withJson } from "../common/json-request.ts";
import { encodePath } from "../common/request-target.ts";
import { callerOf, checkSignature, claimsIn, type Keys, signToken } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import { isObjectName } from "./object-names.ts";
import type { ObjectPath } from "./object-path.ts";
import { checkRow } from "./object-row.ts";
import { reject } from "./rejections.ts";

export const signedResumable = "/storage/v1/upload/resumable/sign";

const tokenSchema = v.looseObject({
  sub: v.string(),
  bucket: v.string(),
  intent: v.picklist(["download", "upload"]),
  exp: v.number(),
  owner: v.nullish(v.pipe(v.string(), v.uuid())),
  upsert: v.optional(v.boolean(), false),
  /** The signer's session; the signature ends with it. */
  session: v.optional(v.pipe(v.string(), v.uuid())),
});
type SignedToken = v.InferOutput<typeof tokenSchema>;

/** Maximum duration, for an install link over a slow connection. */
const longestSeconds = 3600;
const expiresIn = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longestSeconds));

/** The rights of the token; null when invalid or expired. */
export function readToken(token: string, secret: string): SignedToken | null {
  const parsed = v.safeParse(tokenSchema, claimsIn(token));
  if (!parsed.success || !checkSignature(token, secret)) return null;
  return parsed.output.exp * 1000 > Date.now() ? parsed.output : null;
}

/** True when the session that signed an upload has ended. */
export async function hasEnded({ session }: SignedToken, database: Database): Promise<boolean> {
  if (session === undefined) return false;
  const open = await database.query(
    "select 1 from auth.sessions where id = $1::text::uuid and coalesce(not_after > now(), true)",
    [session],
  );
  return open.length === 0;
}

const notHeld = () => reject(400, "InvalidJWT", "The signature of this address does not hold");

/** An error; undefined when unsigned or valid. Throws RejectedObject. */
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
  if (!token || token.intent !== intent || token.bucket !== bucket || token.sub !== key) return notHeld();
  if (!upload) return undefined;
  if (await hasEnded(token, database)) return notHeld();
  const { owner = null, upsert } = token;
  const metadata = { size: Number(request.headers.get("content-length") ?? 0) };
  await checkRow(database, { bucket, name: key, owner, upsert, metadata });
  return undefined;
}

const signedSchema = v.looseObject({ signedUrl: v.string() });
const belowStorage = (url: string): string => url.replace(/^\/storage\/v1/, "");

/** lite returns the whole path as `signedUrl`; storage-js reads `signedURL` or `url`. */
export async function asSupabaseSigned(
  request: Request,
  response: Response,
  action: "sign" | "upload/sign",
  keys: Keys,
): Promise<Response> {
  const body: unknown = await response.json();
  const signed = v.safeParse(signedSchema, body);
  if (!signed.success) return jsonResponse(response.status, body);
  const { signedUrl, ...rest } = signed.output;
  const url = belowStorage(signedUrl);
  if (action === "sign") return jsonResponse(response.status, { ...rest, signedURL: url });
  const made = typeof rest.token === "string" ? rest.token : "";
  const token = boundToSession(request, made, keys);
  return jsonResponse(response.status, { ...rest, token, url: url.replace(made, token) });
}

function boundToSession(request: Request, token: string, keys: Keys): string {
  const caller = callerOf(request, keys);
  const session = caller.ok ? caller.claims.session_id : undefined;
  const claims = readToken(token, keys.jwtSecret);
  return claims && typeof session === "string" ? signToken({ ...claims, session }, keys.jwtSecret) : token;
}

/** @returns an error when the signature would last longer than the app needs */
export async function rejectLongSignature(request: Request): Promise<Response | undefined> {
  if (v.is(v.looseObject({ expiresIn }), await jsonOf(request))) return undefined;
  return reject(400, "InvalidRequest", `expiresIn: 1 to ${longestSeconds} seconds`);
}

const manySchema = v.object({ expiresIn, paths: v.pipe(v.array(v.string()), v.maxLength(500)) });

/** Signs several objects. lite's router treats this call as one object without a name. */
export async function signMany(request: Request, lite: (request: Request) => Promise<Response>): Promise<Response> {
  const parsed = v.safeParse(manySchema, await jsonOf(request));
  if (!parsed.success) return reject(400, "InvalidRequest", `paths, and expiresIn of 1 to ${longestSeconds} seconds`);
  const { expiresIn: seconds, paths } = parsed.output;
  const answers = [];
  for (const path of paths) {
    if (!isObjectName(path)) {
      answers.push({ path, signedURL: null, error: "The name cannot be used" });
      continue;
    }
    const answer = await lite(withJson(request, { expiresIn: seconds }, `${request.url}/${encodePath(path)}`));
    const signed = v.safeParse(signedSchema, await answer.json());
    answers.push({
      path,
      signedURL: signed.success ? belowStorage(signed.output.signedUrl) : null,
      error: signed.success ? null : "Either the object does not exist or you do not have access to it",
    });
  }
  return jsonResponse(200, answers);
}
