// Bodies, counted as they arrive. What is too large or too slow ends here, whatever its
// Content-Length says.
import type { IncomingMessage } from "node:http";
import { isObjectUpload } from "../storage/object-path.ts";
import type { Area } from "./area.ts";
import { Refused, tooLarge } from "./refusal.ts";

const kB = 1024;
const MB = 1024 * kB;

/**
 * How much a caller may send who has not shown a token of this server, and how much one who has.
 */
export interface Allowance {
  anonymous: number;
  known: number;
  /** Passed on as it arrives; everything else is read whole. */
  streamed: boolean;
}

const call: Allowance = { anonymous: 256 * kB, known: 256 * kB, streamed: false };
const nothing: Allowance = { anonymous: 0, known: 0, streamed: false };
const byArea: Readonly<Record<Area, Allowance>> = {
  // A page of a push, with long texts in each row.
  rest: { anonymous: 256 * kB, known: 16 * MB, streamed: false },
  auth: call,
  // Lists of paths to sign or to remove.
  storage: { anonymous: 256 * kB, known: MB, streamed: false },
  // As many as the largest bucket takes; they go to the disk.
  resumable: { anonymous: 0, known: 500 * MB, streamed: true },
  functions: call,
  realtime: nothing,
  mailbox: nothing,
  health: nothing,
  app: nothing,
};
/** A whole object; what is larger is sent in pieces. */
const object: Allowance = { anonymous: 256 * kB, known: 100 * MB, streamed: true };
/** The bucket's 50 MB and what a form adds. */
const formUpload: Allowance = { anonymous: 256 * kB, known: 50 * MB + 64 * kB, streamed: true };

export function allowanceFor(area: Area, method: string, path: string): Allowance {
  if (area === "storage" && isObjectUpload(method, path)) return object;
  if (path === "/functions/v1/storage/upload") return formUpload;
  return byArea[area];
}

export interface Slowness {
  /** Without a byte. */
  idleMs: number;
  /** For a body that is read whole. */
  wholeMs: number;
}

/**
 * Reads a body with a limit. `failure` stands as soon as it went wrong, for whoever swallowed the
 * stream's error.
 */
export interface Body {
  failure(): Refused | undefined;
  whole(): Promise<Buffer>;
  /**
   * @param cut a line that dies: an error, or the end of what came, all of which is then handed on
   */
  stream(cut?: "fails" | "ends"): ReadableStream<Uint8Array>;
  /** The answer is known: what still arrives is for nobody. */
  discard(): void;
}

const tooSlow = (): Refused => new Refused(408, "too_slow", "The body did not arrive in time", { connection: "close" });
const gone = (): Error => Object.assign(new Error("aborted"), { code: "ECONNRESET" });

const isReset = (error: Error): boolean => (error as NodeJS.ErrnoException).code === "ECONNRESET";

interface Sink {
  chunk(chunk: Buffer): void;
  end(): void;
  failed(error: Error): void;
  /** The caller is gone. */
  cut(): void;
}

export function countedBody(
  incoming: IncomingMessage,
  refuse: (size: number) => Refused | undefined,
  slow: Slowness,
): Body {
  let failure: Refused | undefined;
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
      // A late error of a caller who is gone would otherwise be nobody's.
      incoming.on("error", () => undefined);
      sink.failed(error);
    };
    const fail = (refused: Refused): void => {
      failure = refused;
      failed(refused);
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
      const refused = refuse(size);
      if (refused) fail(refused);
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
    // A connection that is reset says so before it closes.
    const broken = (error: Error): void => (isReset(error) ? closed() : failed(error));
    const announced = refuse(Number(incoming.headers["content-length"] ?? 0));
    if (announced) fail(announced);
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
          cut: () => failed(gone()),
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
                cut: () => (cut === "ends" ? controller.close() : controller.error(gone())),
              },
              undefined,
            );
          },
          pull: () => void incoming.resume(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: 256 * kB }),
      ),
  };
}

/**
 * Whose body is too large by what he may send. A stranger hears that he is one: his token may just
 * have run out.
 */
export function sizeLimit(
  { anonymous, known }: Allowance,
  stranger: () => Refused | undefined,
): (size: number) => Refused | undefined {
  let asked: Refused | undefined | null = null;
  return (size) => {
    if (size > known) return tooLarge(known);
    if (size <= anonymous) return undefined;
    if (asked === null) asked = stranger();
    return asked;
  };
}
