// Signed addresses of stored objects. The signature says what was allowed when it was made; whoever
// made it for an upload may have lost the right since.
import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import { type Database, dryRun } from "../database/database.ts";
import { refusalResponse, storageRefusalOf } from "./refusals.ts";

const tokenSchema = v.looseObject({
  sub: v.string(),
  bucket: v.string(),
  intent: v.picklist(["download", "upload"]),
  exp: v.number(),
  owner: v.nullish(v.pipe(v.string(), v.uuid())),
  upsert: v.optional(v.boolean(), false),
});

function json(part: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(part ?? "", "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** What the token allows; null: it is not of this server, or too old. */
function readToken(token: string, secret: string): v.InferOutput<typeof tokenSchema> | null {
  const [head, body, signature, ...more] = token.split(".");
  const header = v.is(v.looseObject({ alg: v.literal("HS256") }), json(head));
  const parsed = v.safeParse(tokenSchema, json(body));
  if (!header || !parsed.success || !signature || more.length > 0) return null;
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return parsed.output.exp * 1000 > Date.now() ? parsed.output : null;
}

const insert =
  "insert into storage.objects (bucket_id, name, owner, owner_id, metadata) values ($1, $2, $3::text::uuid, $3, $4::jsonb)";
const replace = `${insert} on conflict (bucket_id, name) do update
  set metadata = excluded.metadata, owner = excluded.owner, owner_id = excluded.owner_id`;

/** Undefined: no signed address, or one that holds. */
export async function signedRefusal(
  request: Request,
  { database, jwtSecret }: { database: Database; jwtSecret: string },
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const [, upload, bucket, key] = /^\/storage\/v1\/object\/(upload\/)?sign\/([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
  const uses = upload ? request.method === "PUT" : request.method === "GET" || request.method === "HEAD";
  if (!uses || bucket === undefined || key === undefined) return undefined;
  const token = readToken(url.searchParams.get("token") ?? "", jwtSecret);
  const intent = upload ? "upload" : "download";
  if (
    !token ||
    token.intent !== intent ||
    token.bucket !== decodeURIComponent(bucket) ||
    token.sub !== decodeURIComponent(key)
  )
    return refusalResponse({
      status: 400,
      error: "InvalidJWT",
      message: "The signature of this address does not hold",
    });
  if (!upload) return undefined;
  const metadata = JSON.stringify({ size: Number(request.headers.get("content-length") ?? 0) });
  try {
    // The triggers on storage.objects know the owner's rights of today.
    await dryRun(database, (session) =>
      session.query(token.upsert ? replace : insert, [token.bucket, token.sub, token.owner ?? null, metadata]),
    );
    return undefined;
  } catch (error) {
    const refusal = storageRefusalOf(error);
    if (!refusal) throw error;
    return refusalResponse(refusal);
  }
}
