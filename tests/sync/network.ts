// A device's network as the tests want it: gone, slow, lying, or losing the answer after the server
// has done the work.
// Stands at the edge (fetch and WebSocket); behind it everything is real.
import WebSocket from "ws";

export type Fault =
  /** The request never reaches the server. */
  | { kind: "dropped" }
  /** The server does the work, and its answer never comes back. */
  | { kind: "answer_lost" }
  /** The server gets the request twice (a proxy repeats it); the second answer counts. */
  | { kind: "twice" }
  /** Held back until this ends: later requests overtake it. */
  | { kind: "late"; until: () => Promise<void> }
  /**
   * The server has answered, and its answer is on the way until this ends: later ones overtake it.
   */
  | { kind: "overtaken"; until: (answer: string) => Promise<void> }
  /** What the server answers arrives otherwise than it was sent. */
  | { kind: "garbled"; garble: (answer: string) => string }
  /** A service answers otherwise than it would. */
  | { kind: "status"; status: number; body?: unknown }
  /** A portal or a proxy answers in the server's place, in a language of its own. */
  | { kind: "page"; status: number; type?: string; text?: string };

/** A place on the way where a message is held until the test lets it go on. */
export interface Held {
  /** For a fault's `until`. */
  pass: () => Promise<void>;
  /** Ends when a message has come here. */
  reached: Promise<void>;
  release: () => void;
}

export function held(): Held {
  let release: () => void = () => undefined;
  let here: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  const reached = new Promise<void>((done) => {
    here = done;
  });
  return {
    reached,
    release,
    pass: () => {
      here();
      return released;
    },
  };
}

export class Network {
  #up = true;
  readonly #sockets = new Set<WebSocket>();
  /** Asked for each request; `body` is its text. */
  fault: (url: string, body: string) => Fault | null = () => null;
  /** What the server broadcasts is not heard: hints are lost, the connection stands. */
  deaf = false;
  /** Requests that reached the server, by path. */
  readonly sent: string[] = [];

  get up(): boolean {
    return this.#up;
  }
  set up(up: boolean) {
    this.#up = up;
    if (!up) for (const socket of this.#sockets) socket.terminate();
  }

  fetch: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const fault = this.#up ? this.fault(url, String(init?.body ?? "")) : null;
    if (fault?.kind === "late") await fault.until();
    if (!this.#up || fault?.kind === "dropped") throw new TypeError("fetch failed: the network is down");
    if (fault?.kind === "status") {
      return new Response(JSON.stringify(fault.body ?? { code: "", message: "A fault of the test" }), {
        status: fault.status,
        headers: { "content-type": "application/json" },
      });
    }
    if (fault?.kind === "page") {
      const { status, type = "text/html; charset=utf-8", text = `<h1>${status}: log in to the hotel</h1>` } = fault;
      return new Response(status === 204 ? null : text, { status, headers: { "content-type": type } });
    }
    this.sent.push(new URL(url).pathname);
    if (fault?.kind === "twice" && !(input instanceof Request)) await (await fetch(input, init)).arrayBuffer();
    const answer = await fetch(input, init);
    if (fault?.kind === "overtaken") {
      const text = await answer.text();
      await fault.until(text);
      return new Response(text || null, { status: answer.status, headers: answer.headers });
    }
    if (fault?.kind === "garbled") {
      const { status, headers } = answer;
      const type = headers.get("content-type") ?? "";
      return new Response(fault.garble(await answer.text()), { status, headers: { "content-type": type } });
    }
    if (fault?.kind === "answer_lost" || !this.#up) {
      await answer.arrayBuffer();
      throw new TypeError("fetch failed: the answer was lost");
    }
    return answer;
  };

  /** For supabase-js: a WebSocket class that belongs to this network. */
  readonly socketClass = (() => {
    const network = this;
    return class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        // Nothing listens on the discard port: refused at once, as without a network.
        super(network.#up ? url : "ws://127.0.0.1:9", protocols);
        network.#sockets.add(this);
        this.on("close", () => network.#sockets.delete(this));
      }
      override emit(event: string, ...args: unknown[]): boolean {
        if (network.deaf && event === "message" && String(args[0]).includes('"broadcast"')) return true;
        return super.emit(event, ...args);
      }
    };
  })();

  count(path: string): number {
    return this.sent.filter((p) => p.endsWith(path)).length;
  }
}
