// The resumable uploads that are under way: their bytes, whose they are, and which of them nobody
// will go on with.
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import type { Upload } from "@tus/server";
import * as v from "valibot";

const day = 24 * 60 * 60 * 1000;
/**
 * Of one person at a time. What goes beyond takes the place of the oldest that nobody is sending.
 */
const mostUploads = 20;
const mostBytes = 1024 * 1024 * 1024;

const patienceMs = 5_000;

const kept = v.looseObject({
  id: v.string(),
  size: v.number(),
  metadata: v.looseObject({ owner: v.string(), bucketName: v.string(), objectName: v.string() }),
});

interface Unfinished {
  owner: string;
  /** Bucket and name of the object that it will be. */
  target: string;
  size: number;
}

const targetOf = (bucket: string, name: string): string => `${bucket}/${name}`;

export class UnfinishedUploads extends FileStore {
  /** Oldest first. */
  readonly #known = new Map<string, Unfinished>();
  readonly #sending = new Map<string, Set<Promise<unknown>>>();

  constructor(directory: string) {
    // No expiry of its own: with one, @tus/server looks at the upload again after it was finished,
    // when its file has moved.
    super({ directory });
  }

  /** What an earlier run of the server has left. */
  async load(): Promise<void> {
    for (const name of await readdir(this.directory)) {
      if (!name.endsWith(".json")) continue;
      const file = await this.configstore.get(name.slice(0, -".json".length)).catch(() => undefined);
      const parsed = v.safeParse(kept, file);
      if (parsed.success) this.#note(parsed.output.id, parsed.output.metadata, parsed.output.size);
    }
  }

  #note(id: string, metadata: { owner: string; bucketName: string; objectName: string }, size: number): void {
    this.#known.set(id, { owner: metadata.owner, target: targetOf(metadata.bucketName, metadata.objectName), size });
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload);
    const parsed = v.safeParse(kept, upload);
    if (parsed.success) this.#note(upload.id, parsed.output.metadata, parsed.output.size);
    return created;
  }

  /** What came before the line was cut stays: the next request goes on behind it. */
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

  /** The upload is over: its bytes lie elsewhere now, or are not wanted. */
  async forget(id: string): Promise<void> {
    this.#known.delete(id);
    await rm(join(this.directory, id), { force: true });
    await this.configstore.delete(id).catch(() => undefined);
  }

  override async remove(id: string): Promise<void> {
    this.#known.delete(id);
    await super.remove(id);
  }

  /** Somebody is sending bytes of it until the work is done. */
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
   * Ends when nobody sends bytes of it any more: of a piece whose line was cut the server may have
   * bytes still to write down, and who is told the length without them sends them again. A line
   * that died without a word is not waited for.
   */
  async quiet(id: string): Promise<void> {
    const all = Promise.allSettled(this.#sending.get(id) ?? []);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((done) => {
      timer = setTimeout(done, patienceMs);
    });
    await Promise.race([all, patience]);
    clearTimeout(timer);
  }

  /**
   * Makes room for a new upload: one of the same object that nobody is sending is an orphan (its
   * address was lost), and nobody keeps more than a few under way.
   * @returns false: so many are being sent at this moment that there is no room
   */
  async makeRoom(owner: string, bucket: string, name: string, size: number): Promise<boolean> {
    const own = [...this.#known].filter(([, upload]) => upload.owner === owner);
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

  /**
   * An upload that has got nothing for a day will get nothing more; nor will a file that belongs to
   * none.
   */
  async removeOld(): Promise<void> {
    const before = Date.now() - day;
    for (const name of await readdir(this.directory)) {
      const id = name.replace(/\.json$/, "");
      // Beside the bytes of an upload, its description is as old as they are.
      const info = await stat(join(this.directory, id)).catch(() => stat(join(this.directory, name)).catch(() => null));
      if (!info || info.mtimeMs >= before || this.#sending.has(id)) continue;
      await this.forget(id);
      await rm(join(this.directory, name), { force: true });
    }
  }
}
