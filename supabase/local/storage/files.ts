// Where the bytes of stored objects lie: one file per object, named by the hash of its key (a key
// may hold anything, a file name may not).
// A file is whole and on the disk before lite writes its row, so an acknowledged upload outlives a
// kill at any moment.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { copyFile, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import * as v from "valibot";
import type { Database } from "../database/database.ts";
import { syncPath } from "../database/fsync.ts";
import type { App } from "../lite/lite-package.ts";
import { checkHash } from "./refusals.ts";

type StorageAdapter = NonNullable<App["_storageAdapter"]>;
type Metadata = Awaited<ReturnType<StorageAdapter["headObject"]>>;

const metadataSchema = v.looseObject({
  mimetype: v.optional(v.string(), "application/octet-stream"),
  cacheControl: v.optional(v.string(), "no-cache"),
  eTag: v.optional(v.string(), ""),
});

/** `hash`: its sha-256. */
interface FinishedFile {
  path: string;
  hash: string;
}

export interface StoredFiles {
  adapter: StorageAdapter;
  /** What the row of an object with these bytes says. */
  describe(file: FinishedFile, contentType: string, cacheControl: string): Promise<Metadata>;
  /** Takes a finished file from elsewhere (a resumable upload) in as the object's bytes. */
  adopt(bucket: string, key: string, file: FinishedFile): Promise<void>;
  pathOf(bucket: string, key: string): string;
  /**
   * Removes bytes that no row names: a write that was refused or killed after they were on the
   * disk. @returns how many
   */
  sweep(): Promise<number>;
}

/** A write that is under way has its bytes before its row. */
const sweepAfterMs = 60 * 60 * 1000;

export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

export function createStoredFiles(folder: string, database: Database): StoredFiles {
  const incoming = join(folder, "incoming");
  mkdirSync(incoming, { recursive: true });
  // What a kill left half-written was never acknowledged.
  for (const name of readdirSync(incoming)) rmSync(join(incoming, name), { force: true });

  const pathOf = (bucket: string, key: string): string => {
    const name = createHash("sha256").update(`${bucket}/${key}`).digest("hex");
    return join(folder, "objects", name.slice(0, 2), name);
  };
  const settle = async (temporary: string, bucket: string, key: string): Promise<string> => {
    const path = pathOf(bucket, key);
    const parent = join(path, "..");
    if (!existsSync(parent)) {
      mkdirSync(parent, { recursive: true });
      syncPath(join(parent, ".."));
    }
    syncPath(temporary);
    await rename(temporary, path);
    syncPath(parent);
    return path;
  };
  const describe: StoredFiles["describe"] = async ({ path, hash }, mimetype, cacheControl) => {
    const { size, mtime } = await stat(path);
    return {
      cacheControl,
      contentLength: size,
      size,
      mimetype,
      lastModified: mtime,
      eTag: `"${hash}"`,
      httpStatusCode: 200,
    };
  };
  /** Type and caching of an object stand in its row alone: two places could come to differ. */
  const head = async (bucket: string, key: string): Promise<Metadata> => {
    const [row] = await database.query<{ metadata: unknown }>(
      "select metadata from storage.objects where bucket_id = $1 and name = $2",
      [bucket, key],
    );
    const known = v.parse(metadataSchema, row?.metadata ?? {});
    const { size, mtime } = await stat(pathOf(bucket, key));
    return {
      cacheControl: known.cacheControl,
      contentLength: size,
      size,
      mimetype: known.mimetype,
      lastModified: mtime,
      eTag: known.eTag,
      httpStatusCode: 200,
    };
  };

  const adapter: StorageAdapter = {
    driver: null,
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const temporary = join(incoming, randomUUID());
      const hash = createHash("sha256");
      const source =
        body instanceof Uint8Array ? Readable.from([body]) : Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
      try {
        await pipeline(
          source,
          async function* (chunks: AsyncIterable<Uint8Array>) {
            for await (const chunk of chunks) {
              hash.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(temporary),
        );
        const digest = hash.digest("hex");
        checkHash(key, digest);
        const path = await settle(temporary, bucket, key);
        return await describe({ path, hash: digest }, contentType, cacheControl);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async getObject(bucket, key) {
      const metadata = await head(bucket, key);
      const body = Readable.toWeb(createReadStream(pathOf(bucket, key))) as unknown as ReadableStream;
      return { metadata, httpStatusCode: 200, body };
    },
    headObject: (bucket, key) => head(bucket, key),
    deleteObject: async (bucket, key) => {
      await rm(pathOf(bucket, key), { force: true });
    },
    deleteObjects: async (bucket, keys) => {
      for (const key of keys) await rm(pathOf(bucket, key), { force: true });
    },
    async copyObject(sourceBucket, source, _version, bucket, key) {
      const temporary = join(incoming, randomUUID());
      try {
        await copyFile(pathOf(sourceBucket, source), temporary);
        const hash = await hashOf(temporary);
        checkHash(key, hash);
        const path = await settle(temporary, bucket, key);
        const { mtime } = await stat(path);
        return { httpStatusCode: 200, eTag: `"${hash}"`, lastModified: mtime };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    privateAssetUrl: async (bucket, key) => pathOf(bucket, key),
  };
  return {
    adapter,
    pathOf,
    async sweep() {
      const rows = await database.query<{ bucket_id: string; name: string }>(
        "select bucket_id, name from storage.objects",
      );
      const named = new Set(rows.map((row) => pathOf(row.bucket_id, row.name)));
      let swept = 0;
      const folders = existsSync(join(folder, "objects")) ? await readdir(join(folder, "objects")) : [];
      for (const part of folders) {
        for (const name of await readdir(join(folder, "objects", part))) {
          const path = join(folder, "objects", part, name);
          if (named.has(path) || (await stat(path)).mtimeMs > Date.now() - sweepAfterMs) continue;
          await rm(path, { force: true });
          swept += 1;
        }
      }
      return swept;
    },
    describe,
    async adopt(bucket, key, { path }) {
      await settle(path, bucket, key);
    },
  };
}
