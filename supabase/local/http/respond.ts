// Writes a handler's Response through Node's server.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;

/** The default of `lingering_timeout` in nginx. */
const lingerMs = 5000;

/** Drops the rest of a rejected body: closing while the client sends loses the answer. */
function linger(incoming: IncomingMessage): Promise<void> {
  return new Promise((done) => {
    const over = (): void => {
      clearTimeout(timer);
      incoming.off("end", over).off("close", over);
      done();
    };
    const timer = setTimeout(over, lingerMs);
    incoming.once("end", over).once("close", over).on("error", over);
    incoming.resume();
  });
}

export async function respond(outgoing: ServerResponse, response: Response): Promise<void> {
  const incoming = outgoing.req;
  outgoing.statusCode = response.status;
  const cookies = response.headers.getSetCookie();
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  if (hasBody(incoming) && !incoming.complete) {
    outgoing.setHeader("connection", "close");
    // Buffered, so that the client has the whole answer before the connection closes.
    const body = Buffer.from(await response.arrayBuffer());
    if (![204, 304].includes(response.status)) outgoing.setHeader("content-length", body.length);
    if (incoming.method === "HEAD") outgoing.flushHeaders();
    else if (body.length > 0) outgoing.write(body);
    await linger(incoming);
    outgoing.end();
    return;
  }
  if (!response.body || incoming.method === "HEAD") {
    outgoing.end();
    await response.body?.cancel();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>), outgoing);
}
