// /storage/v1: lite's storage service and, around it, what Supabase does and lite does not. Checks
// names and signatures, brings uploads into a form that lite reads, adds ranges and safe headers to
// downloads, and hands resumable uploads to their own server.
import * as v from "valibot";
import { callerOf, type Keys } from "../auth/token.ts";
import type { Database } from "../database/database.ts";
import { areaOf } from "../http/area.ts";
import { downloadResponse } from "./download-response.ts";
import { listObjects } from "./listing.ts";
import { isObjectName, objectName } from "./object-names.ts";
import { isObjectUpload, type ObjectPath, parseObjectPath } from "./object-path.ts";
import { refuse } from "./refusals.ts";
import type { Resumable } from "./resumable.ts";
import { asSupabaseSigned, checkSignedRequest, signMany } from "./signed.ts";
import type { StoredFiles } from "./stored-files.ts";
import { normalizeUpload } from "./upload-request.ts";

export interface StorageOptions {
  lite: (request: Request) => Promise<Response>;
  files: StoredFiles;
  resumable: Resumable;
  database: Database;
  keys: Keys;
}

const moveSchema = v.looseObject({ sourceKey: v.optional(objectName), destinationKey: v.optional(objectName) });

/** Of the path, and of the body of a move or a copy. */
async function hasUsableNames(request: Request, { action, key }: ObjectPath): Promise<boolean> {
  if (action !== "list" && action !== "list-v2" && key !== "" && !isObjectName(key)) return false;
  if (request.method !== "POST" || (action !== "move" && action !== "copy")) return true;
  try {
    return v.is(moveSchema, await request.clone().json());
  } catch {
    return false;
  }
}

export class StorageService {
  readonly #options: StorageOptions;
  constructor(options: StorageOptions) {
    this.#options = options;
  }

  serve(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (areaOf(pathname) === "resumable") return this.#options.resumable.serve(request);
    const path = parseObjectPath(pathname);
    if (!path) return this.#options.lite(request);
    const reads = request.method === "GET" || request.method === "HEAD";
    if (path.action !== "authenticated" || !reads) return this.#serveObject(request, path);
    // Supabase's longer name of the same address, which lite does not know. Read anew: what follows
    // may be a signed address, whose signature is checked.
    return this.serve(new Request(request.url.replace("/object/authenticated/", "/object/"), request));
  }

  async #serveObject(request: Request, path: ObjectPath): Promise<Response> {
    const { lite, database, keys } = this.#options;
    if (!(await hasUsableNames(request, path)))
      return refuse(400, "InvalidKey", "The name of the object cannot be used");
    if (request.method === "POST" && (path.action === "list" || path.action === "list-v2")) {
      const caller = callerOf(request, keys);
      if (!caller.ok) return refuse(caller.status, "Unauthorized", caller.message);
      return listObjects(path.action, { request, bucket: path.bucket, database, claims: caller.claims });
    }
    const denied = await checkSignedRequest(request, path, database, keys.jwtSecret);
    if (denied) return denied;
    if (request.method === "POST" && path.action === "sign" && path.key === "") return signMany(request, lite);
    const normalized = isObjectUpload(request.method, new URL(request.url).pathname)
      ? await normalizeUpload(request)
      : request;
    return normalized instanceof Response ? normalized : this.#finish(request, path, await lite(normalized));
  }

  async #finish(request: Request, path: ObjectPath, response: Response): Promise<Response> {
    if (!response.ok) return response;
    const { action, bucket, key } = path;
    if (request.method === "GET" && action !== "info" && key !== "")
      return downloadResponse(request, response, this.#options.files.pathOf(bucket, key));
    if (request.method === "POST" && (action === "sign" || action === "upload/sign"))
      return asSupabaseSigned(response, action);
    return response;
  }
}
