// Rejects bodies that are too large or too slow, regardless of Content-Length.
import type { IncomingMessage } from "node:http";
import type { Area } from "../common/area.ts";
import type { BudgetLimits } from "../common/budget.ts";
import { Rejected, tooLarge } from "../common/rejection.ts";
import { isObjectUpload } from "../storage/object-path.ts";

const kB = 1024;
const MB = 1024 * kB;

/** The largest body of a caller without and with a token of this server. */
export interface Allowance {
  anonymous: number;
  known: number;
  /** whole: read before the service is called. streamed: passed on to the disk as it arrives. */
  reading: "whole" | "streamed";
}

const call: Allowance = { anonymous: 256 * kB, known: 256 * kB, reading: "whole" };
const nothing: Allowance = { anonymous: 0, known: 0, reading: "whole" };
const byArea: Readonly<Record<Area, Allowance>> = {
  // A batch of a push, with long texts in each row.
  rest: { anonymous: 256 * kB, known: 16 * MB, reading: "whole" },
  auth: call,
  // Lists of paths to sign or remove.
  storage: { anonymous: 256 * kB, known: MB, reading: "whole" },
  // The limit of the largest bucket; written to the disk.
  resumable: { anonymous: 0, known: 500 * MB, reading: "streamed" },
  functions: call,
  api: call,
  realtime: call,
  mailbox: nothing,
  health: nothing,
  app: nothing,
};
/** A whole object; larger ones are sent as resumable uploads. */
const object: Allowance = { anonymous: 256 * kB, known: 100 * MB, reading: "streamed" };
/** The bucket's 50 MB, and the form's overhead. */
const formUpload: Allowance = { anonymous: 256 * kB, known: 50 * MB + 128 * kB, reading: "streamed" };

/** One caller's share fits the largest body, so it takes four callers to block others. */
export const bodyMemory: BudgetLimits = { total: 256 * MB, ofOne: 64 * MB, waitMs: 5000 };
/** Smaller bodies are not counted: at the maximum number of connections they are 64 MB. */
const uncounted = 16 * kB;

export const memoryOf = (size: number): number => (size <= uncounted ? 0 : size);

export function allowanceFor(area: Area, method: string, path: string): Allowance {
  if (area === "storage" && isObjectUpload(method, path)) return object;
  if (path === "/functions/v1/storage/upload") return formUpload;
  return byArea[area];
}

export interface Slowness {
  idleMs: number;
  /** Maximum duration of a body that is read whole. */
  wholeMs: number;
}

/** `failure` also serves readers that swallow the stream's error. */
export interface Body {
  failure(): Rejected | undefined;
  whole(): Promise<Buffer>;
  /** @param cut how a lost connection appears to the reader: as an error, or as the end */
  stream(cut?: "fails" | "ends"): ReadableStream<Uint8Array>;
  /** Ignores the rest of the body after the answer is known. */
  discard(): void;
}

const tooSlow = (): Rejected =>
  new Rejected(408, "too_slow", "The body did not arrive in time", { connection: "close" });
const disconnected = (): Error => Object.assign(new Error("aborted"), { code: "ECONNRESET" });

const isReset = (error: Error): boolean => (error as NodeJS.ErrnoException).code === "ECONNRESET";

interface Sink {
  chunk(chunk: Buffer): void;
  end(): void;
  failed(error: Error): void;
  cut(): void;
}

export function countedBody(
  incoming: IncomingMessage,
  reject: (size: number) => Rejected | undefined,
  slow: Slowness,
): Body {
  let failure: Rejected | undefined;
  let discard = (): void => undefined;

  const read = (sink: Sink, limitMs: number | undefined): void => {
    let size = 0;
    let idle: NodeJS.Timeout | undefined;
    const total = limitMs === undefined ? undefined : setTimeout(() => fail(tooSlow()), limitMs);
    const settle = (): void => {
      clearTimeout(idle);
      clearTimeout(total);
      incoming.off("data", data).off("end", end).off("close", closed).off("error", broken);
    };
    discard = settle;
    const failed = (error: Error): void => {
      settle();
      // A later error of this connection would otherwise be uncaught.
      incoming.on("error", () => undefined);
      sink.failed(error);
    };
    const fail = (rejected: Rejected): void => {
      failure = rejected;
      failed(rejected);
    };
    const wait = (): void => {
      clearTimeout(idle);
      idle = setTimeout(() => {
        if (incoming.isPaused()) wait();
        else fail(tooSlow());
      }, slow.idleMs);
    };
    const data = (chunk: Buffer): void => {
      size += chunk.length;
      const rejected = reject(size);
      if (rejected) fail(rejected);
      else {
        wait();
        sink.chunk(chunk);
      }
    };
    const end = (): void => {
      settle();
      sink.end();
    };
    const closed = (): void => {
      settle();
      incoming.on("error", () => undefined);
      sink.cut();
    };
    // A reset connection emits an error before it closes.
    const broken = (error: Error): void => (isReset(error) ? closed() : failed(error));
    const announced = reject(Number(incoming.headers["content-length"] ?? 0));
    if (announced) fail(announced);
    // Disconnected before it was read, which causes no later event.
    else if (incoming.destroyed) closed();
    else {
      wait();
      incoming.on("data", data).once("end", end).once("close", closed).once("error", broken);
    }
  };

  return {
    failure: () => failure,
    discard: () => discard(),
    whole: () =>
      new Promise((done, failed) => {
        const chunks: Buffer[] = [];
        const sink: Sink = {
          chunk: (chunk) => void chunks.push(chunk),
          end: () => done(Buffer.concat(chunks)),
          failed,
          cut: () => failed(disconnected()),
        };
        read(sink, slow.wholeMs);
      }),
    stream: (cut = "fails") =>
      new ReadableStream<Uint8Array>(
        {
          start(controller) {
            read(
              {
                chunk(chunk) {
                  controller.enqueue(chunk);
                  if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
                },
                end: () => controller.close(),
                failed: (error) => controller.error(error),
                cut: () => (cut === "ends" ? controller.close() : controller.error(disconnected())),
              },
              undefined,
            );
          },
          pull: () => void incoming.resume(),
          // Otherwise the next chunk, or the end, would throw in an event of the connection.
          cancel: () => discard(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: 256 * kB }),
      ),
  };
}

/** Above the anonymous limit the error says why the caller counts as anonymous. */
export function sizeLimit(
  { anonymous, known }: Allowance,
  rejectAnonymous: () => Rejected | undefined,
): (size: number) => Rejected | undefined {
  let rejection: Rejected | undefined | null = null;
  return (size) => {
    if (size > known) return tooLarge(known);
    if (size <= anonymous) return undefined;
    if (rejection === null) rejection = rejectAnonymous();
    return rejection;
  };
}
