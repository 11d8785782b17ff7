// A line between a client and a server that dies as the test wants it: plain TCP, whatever goes
// over it.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Line {
  readonly port: number;
  /** Bytes that came from the client's side since the line was opened. */
  readonly sent: number;
  readonly cuts: number;
  /** The line dies each time that so many more bytes have come from the client; null: it holds. */
  cutEvery: number | null;
  close(): Promise<void>;
}

export async function openLine(target: () => number): Promise<Line> {
  const open = new Set<Socket>();
  const line = { port: 0, sent: 0, cuts: 0, cutEvery: null as number | null };
  let since = 0;
  const die = (): void => {
    line.cuts += 1;
    since = 0;
    for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    const far = connect(target(), "127.0.0.1");
    for (const socket of [client, far]) {
      open.add(socket);
      // A reset is how a line dies.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        far.destroy();
      });
    }
    far.on("data", (chunk) => client.write(chunk) || far.pause());
    client.on("drain", () => far.resume());
    far.on("end", () => client.end());
    client.on("end", () => far.end());
    far.on("drain", () => client.resume());
    client.on("data", (chunk: Buffer) => {
      line.sent += chunk.length;
      since += chunk.length;
      const over = line.cutEvery !== null && since >= line.cutEvery;
      // What has come through has come through.
      if (over) far.write(chunk, die);
      else if (!far.write(chunk)) client.pause();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  line.port = (server.address() as AddressInfo).port;
  return Object.assign(line, {
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  });
}
