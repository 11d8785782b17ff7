// A proxy between a client and the server that answers in its place when the test wants it: with a
// portal's page, a proxy's error.
import { createServer, request as forward, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface Page {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface Between {
  readonly port: number;
  /** Null: it goes through. */
  rule: (asked: { method: string; url: string; length: number }) => Page | null;
  close(): Promise<void>;
}

export async function openProxy(target: () => number): Promise<Between> {
  const proxy = { port: 0, rule: (() => null) as Between["rule"] };
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const page = proxy.rule({ method, url, length: Number(headers["content-length"] ?? 0) });
    if (page) {
      incoming.resume();
      incoming.on("end", () => {
        outgoing.writeHead(page.status, { "content-type": "text/html", ...page.headers });
        outgoing.end(page.body ?? `<h1>${page.status}</h1>`);
      });
      return;
    }
    const onward = forward({ port: target(), method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.on("error", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  proxy.port = (server.address() as AddressInfo).port;
  return Object.assign(proxy, {
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}
