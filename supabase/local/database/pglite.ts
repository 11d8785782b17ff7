// Runs PGlite in a worker thread (pglite-worker.js). Cancels a statement at its time limit; if that
// fails, terminates the thread and reopens the database from its write-ahead log.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { type Log, messageOf, silentLog } from "../common/log.ts";
import { databaseOn, type Engine, type EngineLease, type Exclusive, type Limits, noLimits } from "./core.ts";
import { answerTooLarge, DatabaseUnavailable, StatementTimeout } from "./failures.ts";
import { markComplete, removeIncompleteCluster } from "./fsync.ts";
import { interrupt, watchThreads } from "./interrupt.ts";
import type { Database, Listener } from "./session.ts";

export interface PgliteOptions {
  folder: string | undefined;
  snapshot?: Blob | undefined;
  log?: Log | undefined;
}

export interface PgliteDatabase extends Database {
  dump(): Promise<Blob>;
}

type Row = Record<string, unknown>;
interface Answer {
  id?: number;
  ready?: true;
  channel?: string;
  payload?: string;
  rows?: Row[];
  affected?: number;
  results?: Row[][];
  dump?: Blob;
  tooLarge?: boolean;
  error?: { message: string; code?: string; detail?: string; hint?: string };
}
interface Call {
  kind: "query" | "exec" | "dump" | "close";
  text?: string;
  params?: readonly unknown[];
}
interface Pending {
  done: (answer: Answer) => void;
  failed: (error: unknown) => void;
}

/** How long a cancelled statement may take to stop before its thread is terminated. */
const graceMs = 1000;
const cancelledCode = "57014";
/** Exit code of pglite-worker.js for an answer that cannot be stopped otherwise. */
const tooLargeExit = 54;

let compiled: Promise<WebAssembly.Module> | undefined;
/** Shared, which shortens a restart from two seconds to half a second. */
const wasmModule = (): Promise<WebAssembly.Module> => {
  compiled ??= readFile(
    join(dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")), "pglite.wasm"),
  ).then((bytes) => WebAssembly.compile(new Uint8Array(bytes)));
  return compiled;
};

class Thread {
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private calls = 0;
  private ending = false;
  why: Error | undefined;
  constructor(
    data: { cluster: string | undefined; snapshot: Blob | undefined; wasm: WebAssembly.Module },
    onMessage: (channel: string, payload: string) => void,
  ) {
    watchThreads();
    // The file is plain JavaScript and needs no loaders.
    this.worker = new Worker(new URL("./pglite-worker.js", import.meta.url), { workerData: data, execArgv: [] });
    const started = this.expect(-1);
    this.ready = started.then(() => undefined);
    this.ready.catch(() => undefined);
    this.worker.on("message", (answer: Answer) => {
      if (answer.channel !== undefined) return onMessage(answer.channel, answer.payload ?? "");
      this.settle(answer.ready ? -1 : (answer.id ?? -2), answer);
    });
    this.worker.on("error", (error) => {
      this.why ??= new DatabaseUnavailable("The database's thread failed", error);
    });
    this.ended = new Promise((done) => {
      this.worker.once("exit", (code) => {
        this.why ??= code === tooLargeExit ? answerTooLarge() : new DatabaseUnavailable("The database ended");
        for (const each of this.pending.values()) each.failed(this.why);
        this.pending.clear();
        done();
      });
    });
  }
  get hasEnded(): boolean {
    return this.why !== undefined;
  }
  /** A pending answer keeps the process alive; an open database does not. */
  private expect(id: number): Promise<Answer> {
    return new Promise((done, failed) => {
      if (this.pending.size === 0) this.worker.ref();
      this.pending.set(id, { done, failed });
    });
  }
  private settle(id: number, answer: Answer): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    if (this.pending.size === 0 && !this.ending) this.worker.unref();
    if (!answer.error) pending?.done(answer);
    else if (answer.tooLarge) pending?.failed(answerTooLarge());
    else pending?.failed(Object.assign(new Error(answer.error.message), answer.error));
  }
  async call(call: Call, limits: Limits): Promise<Answer> {
    if (this.why) throw this.why;
    this.calls += 1;
    const answer = this.expect(this.calls);
    const { calls: id } = this;
    try {
      this.worker.postMessage({ id, text: "", params: [], bytes: limits.bytes, ...call });
    } catch (error) {
      // A value that cannot be copied to another thread, for example one nested too deeply.
      this.pending.get(id)?.failed(error);
      this.settle(id, {});
    }
    if (limits.milliseconds === 0) return answer;
    let timer: NodeJS.Timeout | undefined;
    let answered = false;
    let late = false;
    const after = (milliseconds: number, act: () => void): void => {
      timer = setTimeout(() => {
        // A busy event loop runs its timers before it reads an answer that arrived in time.
        setImmediate(() => {
          if (!answered) act();
        });
      }, milliseconds);
    };
    after(limits.milliseconds, () => {
      late = true;
      this.cancel();
      after(graceMs, () => this.end(new StatementTimeout()));
    });
    try {
      return await answer;
    } catch (error) {
      throw late && (error as { code?: unknown }).code === cancelledCode ? new StatementTimeout() : error;
    } finally {
      answered = true;
      clearTimeout(timer);
    }
  }
  cancel(): void {
    if (this.pending.has(this.calls)) interrupt(this.worker, `cancelCall(${this.calls})`);
  }
  async close(): Promise<void> {
    this.ending = true;
    await this.call({ kind: "close" }, noLimits);
    await this.ended;
  }
  end(why: Error): void {
    this.ending = true;
    this.worker.ref();
    this.why ??= why;
    void this.worker.terminate();
  }
}

class PgliteEngine implements Engine {
  readonly kind = "pglite";
  readonly connections = 1;
  /** All other requests wait for it, and for the restart after it. */
  readonly maxStatementMs = 5000;
  readonly queueTimeoutMs = 9500;
  private readonly listeners: Listener[] = [];
  private readonly open: () => Promise<Thread>;
  private readonly persistent: boolean;
  private readonly log: Log;
  private thread: Promise<Thread>;
  private closed = false;
  constructor(
    open: (onMessage: (channel: string, payload: string) => void) => Promise<Thread>,
    persistent: boolean,
    log: Log,
  ) {
    this.open = () =>
      open((channel, payload) => {
        for (const each of this.listeners) if (each.channel === channel) each.onMessage(payload);
      });
    this.persistent = persistent;
    this.log = log;
    this.thread = this.open();
  }
  private async reopened(last: Thread): Promise<Thread> {
    const started = performance.now();
    await last.ended;
    const thread = await this.open();
    this.log("database_restarted", { because: messageOf(last.why), ms: Math.round(performance.now() - started) });
    for (const { channel } of this.listeners) await thread.call({ kind: "exec", text: listen(channel) }, noLimits);
    for (const listener of this.listeners) listener.onReconnect();
    return thread;
  }
  /** The current thread, restarted if it has ended. Two at once would destroy the folder. */
  async running(): Promise<Thread> {
    if (this.closed) throw new DatabaseUnavailable("The database is closed");
    const asked = this.thread;
    const thread = await asked;
    if (this.thread !== asked) return this.running();
    if (!thread.hasEnded) return thread;
    if (!this.persistent) throw new DatabaseUnavailable("The database was in memory, and had to be ended");
    const next = this.reopened(thread);
    this.thread = next;
    // The cause may be temporary: the next caller retries.
    next.catch(() => {
      if (this.thread === next) this.thread = asked;
    });
    return next;
  }
  async lease(limits: Limits): Promise<EngineLease> {
    const thread = await this.running();
    return {
      query: async <R>(text: string, params: readonly unknown[]) => {
        const { rows, affected } = await thread.call({ kind: "query", text, params }, limits);
        return { rows: (rows ?? []) as R[], affected };
      },
      exec: async (text) => (await thread.call({ kind: "exec", text }, limits)).results ?? [],
      cancel: () => thread.cancel(),
      // Restarts before the next lease, covered by the queue's timeout.
      release: () => {
        if (!thread.hasEnded || !this.persistent || this.closed) return undefined;
        return this.running().then(
          () => undefined,
          (error: unknown) => this.log("database_not_restarted", { message: messageOf(error) }),
        );
      },
    };
  }
  async listen(exclusive: Exclusive, listener: Listener): Promise<void> {
    this.listeners.push(listener);
    await exclusive((lease) => lease.exec(listen(listener.channel)));
  }
  async dump(): Promise<Blob> {
    const { dump } = await (await this.running()).call({ kind: "dump" }, noLimits);
    if (!dump) throw new Error("PGlite gave no dump");
    return dump;
  }
  async close(): Promise<void> {
    if (this.closed) return;
    const thread = await this.thread;
    this.closed = true;
    if (thread.hasEnded) return;
    await thread.close();
  }
}

const listen = (channel: string): string => `listen "${channel.replaceAll('"', '""')}"`;

export async function openPglite({ folder, snapshot, log }: PgliteOptions): Promise<PgliteDatabase> {
  const cluster = folder ? join(folder, "pglite") : undefined;
  if (folder && cluster) removeIncompleteCluster(folder, cluster);
  const wasm = await wasmModule();
  const engine = new PgliteEngine(
    async (onMessage) => {
      const thread = new Thread({ cluster, snapshot, wasm }, onMessage);
      await thread.ready;
      return thread;
    },
    cluster !== undefined,
    log ?? silentLog,
  );
  await engine.running();
  if (folder && cluster) markComplete(folder, cluster);
  const { database, exclusive } = databaseOn(engine);
  return { ...database, dump: () => exclusive(() => engine.dump()) };
}
