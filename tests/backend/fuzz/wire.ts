// HTTP as raw bytes, because Node's client corrects or rejects invalid requests.
import { connect } from "node:net";

export interface WireRequest {
  /** Everything up to and including the empty line. */
  head: Buffer;
  body: Buffer;
  /** Sends this much of the body, then closes its half of the connection. */
  cutAt?: number;
}

export interface WireAnswer {
  /** 0: the connection was closed without a response. */
  status: number;
  headers: string;
  body: string;
  ms: number;
  hung: boolean;
}

const patienceMs = 10_000;
const keptBytes = 4096;

export function exchange(port: number, { head, body, cutAt }: WireRequest): Promise<WireAnswer> {
  return new Promise((done) => {
    const started = performance.now();
    const chunks: Buffer[] = [];
    let size = 0;
    const socket = connect(port, "127.0.0.1");
    const finish = (hung: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(chunks).toString("latin1");
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      const [headers = "", ...rest] = text.split("\r\n\r\n");
      done({ status, headers, body: rest.join("\r\n\r\n"), ms: performance.now() - started, hung });
    };
    const timer = setTimeout(() => finish(true), patienceMs);
    socket.on("error", () => undefined);
    socket.on("close", () => finish(false));
    socket.on("data", (chunk: Buffer) => {
      if (size < keptBytes) chunks.push(chunk.subarray(0, keptBytes));
      size += chunk.length;
      // An open WebSocket ends when its caller leaves.
      if (chunks.length === 1 && chunk.toString("latin1", 0, 12) === "HTTP/1.1 101") finish(false);
    });
    socket.on("connect", () => {
      socket.write(head);
      if (cutAt === undefined) {
        if (body.length > 0) socket.write(body);
      } else socket.end(body.subarray(0, cutAt));
    });
  });
}
