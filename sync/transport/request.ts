// Requests to the server's other interfaces than SQL functions (`rpc.ts`).

/** Ends requests on a dead connection. */
export const timeoutMs = 30_000;

export interface Server {
  url: string;
  key: string;
  /** `fetch` that throws unless the server answers (answers.ts). */
  send: typeof fetch;
}

interface RequestOptions {
  bearer?: string;
  /** Sent as JSON. */
  body?: object;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  ms?: number;
  signal?: AbortSignal;
}

/** Resolves with null if the server does not answer. */
export const request = (
  { url, key, send }: Server,
  path: string,
  { bearer, body, method = body ? "POST" : "GET", headers, ms = timeoutMs, signal }: RequestOptions = {},
): Promise<Response | null> =>
  send(url + path, {
    method,
    headers: {
      apikey: key,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]),
  }).catch(() => null);
