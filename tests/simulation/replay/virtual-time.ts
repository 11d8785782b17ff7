// Takes time, randomness and network from the seed. Device timers fire in the order of a virtual
// clock, and one request at a time reaches the server while the devices pause. Devices and server
// use separate random sources, because a shared one would depend on real timing.
import { AsyncLocalStorage } from "node:async_hooks";
import nodeCrypto, { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { vi } from "vitest";
import { Random } from "../../fixtures/random.ts";

/** A fixed start, so that results do not depend on the date. */
const begin = Date.UTC(2026, 10, 24, 10);
const real = { fetch, setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };
const RealTimer = real.setTimeout(() => undefined, 0).constructor;
const RealImmediate = real.setImmediate(() => undefined).constructor;

export interface VirtualTime {
  /** Events in order: equal for equal seeds. */
  readonly trace: string[];
  note(what: string): void;
  /** Runs work in real time while the clock stands still: files, sockets, the server. */
  outside<T>(work: () => Promise<T>): Promise<T>;
  /** Plays until the work is done. */
  play<T>(work: () => Promise<T>): Promise<T>;
  end(): void;
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

export function beginVirtualTime(seed: number): VirtualTime {
  /** Set in the context of devices, and never in that of the server. */
  const world = new AsyncLocalStorage<true>();
  const [devices, server, latency] = [seed, seed + 1, seed + 2].map((one) => new Random(one)) as [
    Random,
    Random,
    Random,
  ];
  const chance = () => (world.getStore() ? devices : server);
  const trace: string[] = [];
  const note = (what: string) => void trace.push(`${Date.now() - begin} ${what}`);
  let working = 0;
  let last: Promise<unknown> = Promise.resolve();
  const undo: (() => void)[] = [];
  function replace<T extends object, K extends keyof T>(of: T, name: K, value: T[K]): void {
    const before = Object.getOwnPropertyDescriptor(of, name);
    Object.defineProperty(of, name, { value, configurable: true, writable: true });
    undo.push(() => (before ? Object.defineProperty(of, name, before) : Reflect.deleteProperty(of, name)));
  }
  const outside = <T>(work: () => Promise<T>): Promise<T> => {
    working += 1;
    return world.exit(work).finally(() => {
      working -= 1;
    });
  };

  vi.useFakeTimers({
    now: begin,
    toFake: [
      ...(["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const),
      ...(["setImmediate", "clearImmediate", "Date", "performance"] as const),
    ],
  });
  for (const name of ["setTimeout", "setInterval", "setImmediate"] as const) {
    const [virtual, actual] = [globalThis[name], real[name]] as unknown as ((...args: unknown[]) => unknown)[];
    const either = (...args: unknown[]) => (world.getStore() ? virtual : actual)?.(...args);
    replace(globalThis, name, either as never);
  }
  for (const name of ["clearTimeout", "clearInterval", "clearImmediate"] as const) {
    const [virtual, actual] = [globalThis[name], real[name]] as unknown as ((timer: unknown) => void)[];
    const either = (timer: unknown) =>
      (timer instanceof RealTimer || timer instanceof RealImmediate ? actual : virtual)?.(timer);
    replace(globalThis, name, either as never);
  }

  const fill = <T extends NodeJS.ArrayBufferView>(into: T): T => {
    const view = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let i = 0; i < view.length; i++) view[i] = chance().below(256);
    return into;
  };
  const uuid = () => chance().uuid() as ReturnType<typeof nodeCrypto.randomUUID>;
  const randomBytes = (size: number, taken?: (error: null, drawn: Buffer) => void) => {
    const drawn = fill(Buffer.alloc(size));
    if (taken) process.nextTick(taken, null, drawn);
    return drawn;
  };
  replace(Math, "random", () => chance().next());
  replace(crypto, "randomUUID", uuid);
  replace(crypto, "getRandomValues", fill as Crypto["getRandomValues"]);
  // The thread pool would complete digests in a varying order.
  replace(crypto.subtle, "digest", async (_name, data) => {
    const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : data;
    return new Uint8Array(createHash("sha256").update(new Uint8Array(bytes)).digest()).buffer;
  });
  replace(nodeCrypto, "randomUUID", uuid);
  replace(nodeCrypto, "randomFillSync", fill as typeof nodeCrypto.randomFillSync);
  replace(nodeCrypto, "randomBytes", randomBytes as typeof nodeCrypto.randomBytes);
  syncBuiltinESMExports();

  replace(globalThis, "fetch", async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    const [there, back] = [1 + latency.below(80), latency.below(40)];
    await new Promise((sent) => setTimeout(sent, there));
    init?.signal?.throwIfAborted();
    const mine = outside(async () => {
      await last;
      const answer = await real.fetch(input, init);
      return { text: await answer.text(), status: answer.status, headers: answer.headers };
    });
    last = mine.catch(() => undefined);
    const { text, status, headers } = await mine;
    note(`${pathname} ${digestOf(String(init?.body ?? ""))} ${status} ${digestOf(text)}`);
    await new Promise((arrived) => setTimeout(arrived, back));
    // Drops Node's Date header: devices would correct their virtual clock with it.
    const own = new Headers(headers);
    own.delete("date");
    return new Response(text === "" ? null : text, { status, headers: own });
  });

  return {
    trace,
    note,
    outside,
    play: (work) =>
      world.run(true, async () => {
        let over = false;
        const ended = () => {
          over = true;
        };
        const done = work();
        done.then(ended, ended);
        while (!over) {
          do for (let i = 0; i < 3; i++) await new Promise((go) => real.setImmediate(go));
          while (working > 0);
          if (over) break;
          if (vi.getTimerCount() === 0) throw new Error("Nothing can happen any more, and the work is not done");
          await vi.advanceTimersToNextTimerAsync();
        }
        return done;
      }),
    end() {
      for (const step of undo.reverse()) step();
      syncBuiltinESMExports();
      vi.useRealTimers();
    },
  };
}
