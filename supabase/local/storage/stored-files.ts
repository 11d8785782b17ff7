// Stores objects as files named by the hash of their key. A file is complete and synced before lite
// writes its row, so an acknowledged upload survives a kill at any moment.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, type ReadStream, readdirSync, rmSync } from "node:fs";
import { copyFile, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import * as v from "valibot";
import { byteStream } from "../../functions/_shared/byte-stream.ts";
import type { App } from "../common/lite-package.ts";
import type { Database } from "../database/database.ts";
import { syncPath } from "../database/fsync.ts";
import { checkHash } from "./rejections.ts";

type StorageAdapter = NonNullable<App["_storageAdapter"]>;
type Metadata = Awaited<ReturnType<StorageAdapter["headObject"]>>;

const metadataSchema = v.looseObject({
  mimetype: v.optional(v.string(), "application/octet-stream"),
  cacheControl: v.optional(v.string(), "no-cache"),
  eTag: v.optional(v.string(), ""),
});
type StoredMetadata = v.InferOutput<typeof metadataSchema>;

interface FinishedFile {
  path: string;
  hash: string;
}

/** A running write has its bytes before its row. */
const sweepAfterMs = 60 * 60 * 1000;

export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

export function readFileStream(path: string, range: { start?: number; end?: number } = {}): ReadableStream {
  let file: ReadStream | undefined;
  const open = (): AsyncIterator<Buffer> => {
    file = createReadStream(path, range);
    return file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  };
  return byteStream(open, () => file?.destroy());
}

/** lite's storage adapter: stores the bytes of objects as local files. */
export class StoredFiles implements StorageAdapter {
  readonly driver = null;
  readonly #objects: string;
  readonly #incoming: string;
  readonly #database: Database;

  constructor(folder: string, database: Database) {
    this.#objects = join(folder, "objects");
    this.#incoming = join(folder, "incoming");
    this.#database = database;
    mkdirSync(this.#incoming, { recursive: true });
    // Half-written files after a kill were never acknowledged.
    for (const name of readdirSync(this.#incoming)) rmSync(join(this.#incoming, name), { force: true });
  }

  pathOf(bucket: string, key: string): string {
    const name = createHash("sha256").update(`${bucket}/${key}`).digest("hex");
    return join(this.#objects, name.slice(0, 2), name);
  }

  uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: ReadableStream | Uint8Array,
    contentType: string,
    cacheControl: string,
  ): Promise<Metadata> {
    return this.#receive(async (temporary) => {
      // Before the body is read: one that fails at once would end before its file exists.
      const file = await open(temporary, "wx");
      const hash = createHash("sha256");
      const source =
        body instanceof Uint8Array ? Readable.from([body]) : Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
      await pipeline(
        source,
        async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        file.createWriteStream(),
      );
      const digest = hash.digest("hex");
      checkHash(key, digest);
      const path = await this.moveIntoPlace(temporary, bucket, key);
      return this.describe({ path, hash: digest }, contentType, cacheControl);
    });
  }

  async getObject(bucket: string, key: string) {
    const metadata = await this.headObject(bucket, key);
    return { metadata, httpStatusCode: 200, body: readFileStream(this.pathOf(bucket, key)) };
  }

  /** The row alone stores an object's type and caching. */
  async headObject(bucket: string, key: string): Promise<Metadata> {
    const [row] = await this.#database.query<{ metadata: unknown }>(
      "select metadata from storage.objects where bucket_id = $1 and name = $2",
      [bucket, key],
    );
    return metadataOf(this.pathOf(bucket, key), v.parse(metadataSchema, row?.metadata ?? {}));
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    await rm(this.pathOf(bucket, key), { force: true });
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  copyObject(sourceBucket: string, source: string, _version: string | undefined, bucket: string, key: string) {
    return this.#receive(async (temporary) => {
      await copyFile(this.pathOf(sourceBucket, source), temporary);
      const hash = await hashOf(temporary);
      checkHash(key, hash);
      const { mtime } = await stat(await this.moveIntoPlace(temporary, bucket, key));
      return { httpStatusCode: 200, eTag: `"${hash}"`, lastModified: mtime };
    });
  }

  async privateAssetUrl(bucket: string, key: string): Promise<string> {
    return this.pathOf(bucket, key);
  }

  describe({ path, hash }: FinishedFile, mimetype: string, cacheControl: string): Promise<Metadata> {
    return metadataOf(path, { mimetype, cacheControl, eTag: `"${hash}"` });
  }

  /** Removes bytes without a row: a write that was rejected or killed after storing them. */
  async sweep(): Promise<number> {
    const rows = await this.#database.query<{ bucket_id: string; name: string }>(
      "select bucket_id, name from storage.objects",
    );
    const named = new Set(rows.map((row) => this.pathOf(row.bucket_id, row.name)));
    let swept = 0;
    for (const part of existsSync(this.#objects) ? await readdir(this.#objects) : []) {
      for (const name of await readdir(join(this.#objects, part))) {
        const path = join(this.#objects, part, name);
        if (named.has(path) || (await stat(path)).mtimeMs > Date.now() - sweepAfterMs) continue;
        await rm(path, { force: true });
        swept += 1;
      }
    }
    return swept;
  }

  async #receive<T>(work: (temporary: string) => Promise<T>): Promise<T> {
    const temporary = join(this.#incoming, randomUUID());
    try {
      return await work(temporary);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** @param temporary a finished file on the same disk */
  async moveIntoPlace(temporary: string, bucket: string, key: string): Promise<string> {
    const path = this.pathOf(bucket, key);
    const parent = dirname(path);
    if (!existsSync(parent)) {
      mkdirSync(parent, { recursive: true });
      syncPath(dirname(parent));
    }
    syncPath(temporary);
    await rename(temporary, path);
    syncPath(parent);
    return path;
  }
}

async function metadataOf(path: string, { mimetype, cacheControl, eTag }: StoredMetadata): Promise<Metadata> {
  const { size, mtime } = await stat(path);
  return { cacheControl, contentLength: size, size, mimetype, lastModified: mtime, eTag, httpStatusCode: 200 };
}
