// Requests as text on a socket: what Node's own client would put right, or refuse to send, goes out
// as it is.
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { exchange, type WireAnswer } from "./fuzz/wire.ts";
import type { Person } from "./world.ts";

export interface Sent {
  method?: string;
  headers?: Record<string, string | readonly string[]>;
  body?: string | Buffer;
  port?: number;
}
export type Raw = (target: string, sent?: Sent) => Promise<WireAnswer>;
export const json = { "content-type": "application/json" };

/** @param backend asked for when a request is made: the tests start it later */
export const rawTo =
  (backend: () => Pick<ListeningBackend, "port" | "publishableKey">): Raw =>
  (target, { method = "GET", headers = {}, body = "", port = backend().port } = {}) => {
    const bytes = Buffer.from(body as string);
    const all: Record<string, string | readonly string[]> = {
      host: `127.0.0.1:${port}`,
      connection: "close",
      apikey: backend().publishableKey,
      ...(bytes.length > 0 ? { "content-length": String(bytes.length) } : {}),
      ...headers,
    };
    const lines = Object.entries(all).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}: ${value}\r\n`),
    );
    const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
    return exchange(port, { head, body: bytes });
  };

export const codeOf = ({ body }: WireAnswer): unknown => {
  // A chunked answer has its length before it.
  const { code, error_code, error } = JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "{}") as Record<string, unknown>;
  return error_code ?? (typeof code === "string" ? code : error);
};
export const bearer = (person: Person): Record<string, string> => ({ authorization: `Bearer ${person.token}` });
