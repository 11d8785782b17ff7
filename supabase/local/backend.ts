import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type Backend, type BackendOptions, createBackend } from "./assemble.ts";
import { checkExposure } from "./exposure-check.ts";
import { parseProxies } from "./http/client-address.ts";
import { type ConnectionLimits, checkingMs, connectionLimits, limitConnections } from "./http/connection-limits.ts";

export interface ListenOptions extends BackendOptions {
  /** 0 (default): a free port. */
  port?: number;
  connections?: Partial<ConnectionLimits>;
}
export interface ListeningBackend extends Backend {
  readonly url: string;
  readonly port: number;
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      done((server.address() as AddressInfo).port);
    });
  });

export async function startBackend(options: ListenOptions = {}): Promise<ListeningBackend> {
  const host = options.host ?? "127.0.0.1";
  let backend: Backend | undefined;
  const limits = { ...connectionLimits, ...options.connections };
  // The edge rejects a request without Host, in JSON.
  const settings = { requireHostHeader: false, connectionsCheckingInterval: checkingMs(limits) };
  const server = createServer(settings, (incoming, outgoing) => {
    if (backend) return void backend.handle(incoming, outgoing);
    outgoing.writeHead(503, { "retry-after": "1" }).end("Starting");
  });
  limitConnections(server, options.proxies ?? parseProxies(""), limits);
  // On close the server waits for upgraded sockets, but does not track them.
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (incoming, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    if (backend) backend.upgrade(incoming, socket, head);
    else socket.destroy();
  });
  // Listens first: e-mails contain the address, and a taken port must fail before data is created.
  const port = await listen(server, options.port ?? 0, host);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const closeServer = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeIdleConnections();
      // A hanging request must not keep the database open.
      setTimeout(() => server.closeAllConnections(), 3000).unref();
    });
  try {
    const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
    const ownUrl = host in everywhere ? `http://${everywhere[host]}:${port}` : url;
    const made = await createBackend({ ...options, host, siteUrl: options.siteUrl ?? url, ownUrl });
    backend = made;
    await checkExposure(made.database, host, options);
    return {
      ...made,
      url,
      port,
      async stop() {
        const closed = closeServer();
        made.closeSockets();
        for (const socket of upgraded) socket.destroy();
        await closed;
        await made.stop();
      },
    };
  } catch (error) {
    await closeServer();
    await backend?.stop();
    throw error;
  }
}
