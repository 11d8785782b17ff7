// /storage/v1: the features of Supabase that lite lacks.

import { areaOf } from "../common/area.ts";
import { jsonResponse } from "../common/database-errors.ts";
import { callerOf, type Keys } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import { isBucketChange, normalizeBucketChange } from "./buckets.ts";
import { downloadResponse } from "./download-response.ts";
import { listObjects } from "./listing.ts";
import { describeMoved, objectInfo, readMove } from "./object-info.ts";
import { isObjectName, isWritableName } from "./object-names.ts";
import { isObjectUpload, type ObjectPath, parseObjectPath } from "./object-path.ts";
import { asSupabaseRejection, reject, rejected } from "./rejections.ts";
import type { Resumable } from "./resumable.ts";
import { asSupabaseSigned, checkSignedRequest, rejectLongSignature, signMany } from "./signed.ts";
import type { StoredFiles } from "./stored-files.ts";
import { normalizeUpload } from "./upload-request.ts";

export interface StorageOptions {
  lite: (request: Request) => Promise<Response>;
  files: StoredFiles;
  resumable: Resumable;
  database: Database;
  keys: Keys;
}

export type StorageService = ReturnType<typeof createStorageService>;

const invalidKey = (): Response => reject(400, "InvalidKey", "The name of the object cannot be used");
const infos = new Set<ObjectPath["action"]>(["info", "info/authenticated", "info/public"]);

export function createStorageService({ lite, files, resumable, database, keys }: StorageOptions) {
  /** The server's own statements, with the caller's limits. */
  function scoped<T>(request: Request, work: () => Promise<T>): Promise<T> {
    const caller = callerOf(request, keys);
    return database.withRequestScope({ role: caller.ok ? caller.claims.role : "anon", signal: request.signal }, work);
  }

  async function finish(request: Request, path: ObjectPath, response: Response): Promise<Response> {
    if (!response.ok) return response;
    const { action, bucket, key } = path;
    if (request.method === "GET" && key !== "") return downloadResponse(request, response, files.pathOf(bucket, key));
    if (request.method === "POST" && (action === "sign" || action === "upload/sign"))
      return asSupabaseSigned(request, response, action, keys);
    // lite omits the bucket.
    if (request.method === "PUT" && action === "upload/sign") return jsonResponse(200, { Key: `${bucket}/${key}` });
    return response;
  }

  async function serveObject(request: Request, path: ObjectPath): Promise<Response> {
    const { action, bucket, key } = path;
    const lists = action === "list" || action === "list-v2";
    const writes = isObjectUpload(request.method, new URL(request.url).pathname);
    if (!lists && key !== "" && !isObjectName(key)) return invalidKey();
    if (writes && !isWritableName(key)) return invalidKey();
    if ((lists && request.method === "POST") || (infos.has(action) && request.method === "GET")) {
      const caller = callerOf(request, keys);
      if (!caller.ok) return reject(caller.status, "Unauthorized", caller.message);
      const { claims } = caller;
      return lists
        ? listObjects(action, { request, bucket, database, claims })
        : objectInfo({ request, path, database, claims });
    }
    if (request.method === "POST" && (action === "move" || action === "copy")) {
      const move = await readMove(request);
      if (!move) return invalidKey();
      const answer = await lite(request);
      return answer.ok ? scoped(request, () => describeMoved(action, move, database)) : answer;
    }
    const denied = await checkSignedRequest(request, path, database, keys.jwtSecret);
    if (denied) return denied;
    if (request.method === "POST" && action === "sign") {
      if (key === "") return signMany(request, lite);
      const tooLong = await rejectLongSignature(request);
      if (tooLong) return tooLong;
    }
    const upload = { request, path, database, keys };
    const normalized = writes ? await scoped(request, () => normalizeUpload(upload)) : request;
    return finish(request, path, await lite(normalized));
  }

  async function serveStored(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const path = parseObjectPath(pathname);
    if (!path) {
      const call = isBucketChange(request, pathname) ? await normalizeBucketChange(request) : request;
      return call instanceof Response ? call : lite(call);
    }
    const reads = request.method === "GET" || request.method === "HEAD";
    if (path.action !== "authenticated" || !reads) return serveObject(request, path);
    // Supabase's longer form of the same address, unknown to lite. Dispatched again, because it may
    // be a signed address whose signature must be checked.
    return serveStored(new Request(request.url.replace("/object/authenticated/", "/object/"), request));
  }

  return {
    async serve(request: Request): Promise<Response> {
      if (areaOf(new URL(request.url).pathname) === "resumable") return resumable.serve(request);
      return asSupabaseRejection(await serveStored(request).catch(rejected));
    },
  };
}
