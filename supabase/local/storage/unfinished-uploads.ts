// Unfinished resumable uploads: their bytes and owners, and the removal of abandoned ones.
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import type { Upload } from "@tus/server";
import * as v from "valibot";

const day = 24 * 60 * 60 * 1000;
/** Limits of one person; the oldest idle upload is removed beyond them. */
const mostUploads = 20;
const mostBytes = 1024 * 1024 * 1024;

const idleTimeoutMs = 5_000;

const uploadSchema = v.looseObject({
  id: v.string(),
  size: v.number(),
  metadata: v.looseObject({ owner: v.string(), bucketName: v.string(), objectName: v.string() }),
});

interface Unfinished {
  owner: string;
  /** Bucket and name of the future object. */
  target: string;
  size: number;
}

const targetOf = (bucket: string, name: string): string => `${bucket}/${name}`;

export class UnfinishedUploads extends FileStore {
  readonly #uploads = new Map<string, Unfinished>();
  readonly #sending = new Map<string, Set<Promise<unknown>>>();

  constructor(directory: string) {
    // Sets no expiry, because @tus/server would read a finished upload whose file has moved.
    super({ directory });
  }

  async load(): Promise<void> {
    for (const name of await readdir(this.directory)) {
      if (!name.endsWith(".json")) continue;
      const file = await this.configstore.get(name.slice(0, -".json".length)).catch(() => undefined);
      const parsed = v.safeParse(uploadSchema, file);
      if (parsed.success) this.#remember(parsed.output.id, parsed.output.metadata, parsed.output.size);
    }
  }

  #remember(id: string, metadata: { owner: string; bucketName: string; objectName: string }, size: number): void {
    this.#uploads.set(id, { owner: metadata.owner, target: targetOf(metadata.bucketName, metadata.objectName), size });
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload);
    const parsed = v.safeParse(uploadSchema, upload);
    if (parsed.success) this.#remember(upload.id, parsed.output.metadata, parsed.output.size);
    return created;
  }

  /** Keeps the bytes before a lost connection: the next request continues after them. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = await open(join(this.directory, id), "r+");
    let at = offset;
    try {
      for await (const chunk of readable as AsyncIterable<Buffer>) {
        for (let from = 0; from < chunk.length; ) {
          const { bytesWritten } = await file.write(chunk, from, chunk.length - from, at);
          from += bytesWritten;
          at += bytesWritten;
        }
      }
      return at;
    } finally {
      await file.close();
    }
  }

  /** Removes an upload whose bytes were moved or rejected. */
  async forget(id: string): Promise<void> {
    this.#uploads.delete(id);
    await rm(join(this.directory, id), { force: true });
    await this.configstore.delete(id).catch(() => undefined);
  }

  override async remove(id: string): Promise<void> {
    this.#uploads.delete(id);
    await super.remove(id);
  }

  async whileSending<T>(id: string, work: () => Promise<T>): Promise<T> {
    const all = this.#sending.get(id) ?? new Set();
    this.#sending.set(id, all);
    const done = work();
    all.add(done);
    try {
      return await done;
    } finally {
      all.delete(done);
      if (all.size === 0) this.#sending.delete(id);
    }
  }

  /**
   * Waits until no request writes bytes of the upload: after a lost connection the server may still
   * be writing, and a length without those bytes makes the client send them twice. Has a timeout
   * for silently lost connections.
   */
  async whenIdle(id: string): Promise<void> {
    const all = Promise.allSettled(this.#sending.get(id) ?? []);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((done) => {
      timer = setTimeout(done, idleTimeoutMs);
    });
    await Promise.race([all, timeout]);
    clearTimeout(timer);
  }

  /**
   * Removes idle uploads of the same object (whose address was lost), and the oldest idle ones
   * beyond the limits.
   * @returns false when active uploads leave no room
   */
  async makeRoom(owner: string, bucket: string, name: string, size: number): Promise<boolean> {
    const own = [...this.#uploads].filter(([, upload]) => upload.owner === owner);
    const idle = own.filter(([id]) => !this.#sending.has(id));
    let count = own.length;
    let bytes = own.reduce((sum, [, upload]) => sum + upload.size, 0);
    const drop = async ([id, upload]: [string, Unfinished]): Promise<void> => {
      await this.forget(id);
      count -= 1;
      bytes -= upload.size;
    };
    const [same, others] = [true, false].map((wanted) =>
      idle.filter(([, upload]) => (upload.target === targetOf(bucket, name)) === wanted),
    ) as [[string, Unfinished][], [string, Unfinished][]];
    for (const orphan of same) await drop(orphan);
    for (const oldest of others) {
      if (count < mostUploads && bytes + size <= mostBytes) break;
      await drop(oldest);
    }
    return count < mostUploads && bytes + size <= mostBytes;
  }

  /** Removes uploads without data for a day, and orphaned files. */
  async removeOld(): Promise<void> {
    const before = Date.now() - day;
    for (const name of await readdir(this.directory)) {
      const id = name.replace(/\.json$/, "");
      // The age of an upload is that of its bytes; of a file without bytes, its own.
      const info = await stat(join(this.directory, id)).catch(() => stat(join(this.directory, name)).catch(() => null));
      if (!info || info.mtimeMs >= before || this.#sending.has(id)) continue;
      await this.forget(id);
      await rm(join(this.directory, name), { force: true });
    }
  }
}
