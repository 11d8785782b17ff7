// A line between the browser and the product that can be slow, and cut: what happens to bytes that
// are on their way. Emulated conditions of the browser do not reach what passes its service worker.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

export interface Line {
  readonly url: string;
  /** Bytes a second towards the browser; Infinity is as fast as it goes. */
  speed: number;
  /** And from it. */
  upSpeed: number;
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

export async function openLine(target: string): Promise<Line> {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  let whole = true;
  const line = { speed: Number.POSITIVE_INFINITY, upSpeed: Number.POSITIVE_INFINITY };
  const slow = (speed: () => number) =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        setTimeout(done, (chunk.length / speed()) * 1000, null, chunk);
      },
    });
  const server = createServer((browser) => {
    browser.on("error", () => browser.destroy());
    if (!whole) return void browser.destroy();
    const product = connect(Number(port), "127.0.0.1");
    product.on("error", () => browser.destroy());
    for (const socket of [browser, product]) {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        browser.destroy();
        product.destroy();
      });
    }
    browser.pipe(slow(() => line.upSpeed)).pipe(product);
    product.pipe(slow(() => line.speed)).pipe(browser);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(line, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      whole = false;
      drop();
    },
    mend() {
      whole = true;
    },
    stop: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        drop();
      }),
  });
}
