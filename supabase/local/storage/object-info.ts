// Descriptions of objects in Supabase's format: GET /storage/v1/object/info/…, and the answer to a
// copy or move. lite uses other names, or returns less.
import * as v from "valibot";
import { jsonResponse } from "../common/database-errors.ts";
import { jsonOf } from "../common/json-request.ts";
import type { Claims } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import { runAs } from "../rest/rpc.ts";
import { iso, unavailable } from "./listing.ts";
import { isWritableName, objectName } from "./object-names.ts";
import type { ObjectPath } from "./object-path.ts";
import { reject } from "./rejections.ts";

interface Row {
  id: string;
  name: string;
  version: string | null;
  bucket_id: string;
  metadata: { size?: number; mimetype?: string; cacheControl?: string; eTag?: string } | null;
  user_metadata: unknown;
  updated_at: string;
  created_at: string;
}

const described = `select id::text as id, name, version, bucket_id, metadata, user_metadata, ${iso("updated_at")}, ${iso("created_at")}
  from storage.objects where bucket_id = $1 and name = $2`;

interface Asked {
  request: Request;
  path: ObjectPath;
  database: Database;
  claims: Claims;
}

async function infoOf({ request, path: { action, bucket, key }, database, claims }: Asked): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = await database.withRequestScope({ role: claims.role, signal: request.signal }, () =>
    database.transaction(async (session) => {
      const [known] = await session.query<{ public: boolean }>("select public from storage.buckets where id = $1", [
        bucket,
      ]);
      if (!known || (action === "info/public" && !known.public)) return null;
      if (action !== "info/public") await runAs(session, claims, { method: "GET", path: pathname, headers: "{}" });
      return (await session.query<Row>(described, [bucket, key]))[0];
    }),
  );
  if (found === null) return reject(404, "Bucket not found", "Bucket not found");
  if (!found) return reject(404, "not_found", "Object not found");
  const { metadata } = found;
  return jsonResponse(200, {
    ...{ id: found.id, name: found.name, version: found.version, bucket_id: found.bucket_id },
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: found.user_metadata,
    last_modified: found.updated_at,
    created_at: found.created_at,
  });
}

export const objectInfo = (asked: Asked): Promise<Response> => infoOf(asked).catch(unavailable);

const moveSchema = v.looseObject({
  bucketId: v.string(),
  sourceKey: objectName,
  destinationBucket: v.optional(v.string()),
  destinationKey: v.pipe(objectName, v.check(isWritableName, "The name cannot be used")),
});
export type Move = v.InferOutput<typeof moveSchema>;

export async function readMove(request: Request): Promise<Move | undefined> {
  const parsed = v.safeParse(moveSchema, await jsonOf(request));
  return parsed.success ? parsed.output : undefined;
}

export async function describeMoved(action: "move" | "copy", move: Move, database: Database): Promise<Response> {
  const bucket = move.destinationBucket || move.bucketId;
  const [made] = await database.query<Row>(described, [bucket, move.destinationKey]);
  const known = made ? { Id: made.id } : {};
  return action === "move"
    ? jsonResponse(200, { message: "Successfully moved", ...known, Key: move.destinationKey })
    : jsonResponse(200, { ...known, Key: `${bucket}/${move.destinationKey}`, ...made });
}
