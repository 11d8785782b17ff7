// Decides what counts as an answer of the server. Pages of portals, errors of proxies, redirects
// and empty replies do not, whatever their status: they count as "offline", and the call is
// repeated. Has no valibot, which the first page does not load.
import { readServerTime } from "./server-clock.ts";

type Area = "rest" | "auth" | "storage" | "functions";

/** A reply as received, by `fetch` or XMLHttpRequest. */
export interface Reply {
  method: string;
  status: number;
  contentType: string | null;
  text: string;
}

export interface Answer {
  status: number;
  /** Parsed; null if empty. */
  body: unknown;
}

/** Not an answer of the server. Handled like a failed connection. */
class NoAnswer extends TypeError {
  override name = "NoAnswer";
}

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === "string";
const filled: Check = (value) => text(value) && value !== "";
const number: Check = (value) => typeof value === "number" || text(value);

const has = (body: object, shape: Shape): boolean =>
  Object.entries(shape).every(([name, check]) => check((body as Record<string, unknown>)[name]));
const isOneOf = (shapes: readonly Shape[], body: unknown): boolean =>
  typeof body === "object" && body !== null && shapes.some((shape) => has(body, shape));

/** The shape of each service's errors. */
const rejections: Readonly<Record<Area, readonly Shape[]>> = {
  rest: [{ code: text, message: text }],
  auth: [
    { error_code: text },
    { code: number, msg: text },
    { code: number, message: text },
    { error: text, error_description: text },
    { msg: text },
  ],
  storage: [
    { statusCode: number, message: text },
    { error: text, message: text },
    { code: text, message: text },
    { error: text },
  ],
  functions: [{ error: text }, { code: number, message: text }, { msg: text }, { message: text }],
};
/** The gateway's errors: a wrong key, too many calls, an unavailable service. */
const gateway = [{ message: text }];

const granted = [{ access_token: text }];
/** An ended session, as reported by the current auth service, its next API version, and OAuth. */
const ended = [{ error_code: filled }, { code: filled }, { error: filled, error_description: text }];

/** True if the auth service has finally accepted or rejected a session's refresh. */
export function isRefreshVerdict({ status, body }: Answer): boolean {
  if (status >= 200 && status < 300) return isOneOf(granted, body);
  return status < 500 && ![408, 425, 429].includes(status) && isOneOf(ended, body);
}

const tooLarge = {
  ...{ statusCode: "413", error: "too_large", code: "too_large" },
  message: "too_large: This is larger than the server takes",
};

/** True for the content types of portals, proxies and static hosts. */
export const isPage = (type: string | null): boolean => /^(text\/html|application\/xhtml\+xml)\b/i.test(type ?? "");

const isJson = (type: string | null): boolean => /^application\/([\w.+-]+\+)?json\b/i.test(type ?? "");

/** Returns null if the reply is not from that service. */
export function readAnswer(area: Area, { method, status, contentType, text }: Reply): Answer | null {
  // The server or a proxy rejected the size: a smaller request may pass. Session requests are never
  // that large.
  if (status === 413) return area === "auth" ? null : { status, body: tooLarge };
  if (status < 200 || (status >= 300 && status < 400)) return null;
  if (text === "") {
    const empty = status === 201 || status === 204 || (method === "HEAD" && status < 300);
    return empty ? { status, body: null } : null;
  }
  if (!isJson(contentType)) return null;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (status < 300) return area === "rest" || (typeof body === "object" && body !== null) ? { status, body } : null;
  const byGateway = (status === 401 || status === 429 || status >= 500) && isOneOf(gateway, body);
  return byGateway || isOneOf(rejections[area], body) ? { status, body } : null;
}

const areaOf = (path: string): Area | undefined => /\/(rest|auth|storage|functions)\/v1\//.exec(path)?.[1] as Area;

/** Stored objects may have any type: the caller checks size and checksum. */
const isObject = (method: string, path: string): boolean =>
  method === "GET" && /\/storage\/v1\/object\/(?!info\/|list\/)/.test(path);

const parsed = new WeakMap<Response, unknown>();

/** Returns the parsed body of a response from `onlyAnswers`, without reading it again. */
export const bodyOf = (response: Response): unknown => parsed.get(response) ?? null;

const strict = new WeakSet<typeof fetch>();

/** A `fetch` that reports received bytes, chunk by chunk. */
export type CountingFetch = (
  input: Parameters<typeof fetch>[0],
  init?: RequestInit & { onBytes?: (bytes: number) => void },
) => Promise<Response>;

async function readText(response: Response, onBytes: (bytes: number) => void): Promise<string> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    onBytes(value.byteLength);
    text += decoder.decode(value, { stream: true });
  }
}

/** Wraps `fetch`: passes on answers of the server. Throws for others, like a broken network. */
export function onlyAnswers(send: typeof fetch): CountingFetch {
  if (strict.has(send)) return send;
  const answering: CountingFetch = async (input, { onBytes, ...init } = {}) => {
    const path = new URL(input instanceof Request ? input.url : String(input), "http://page.invalid").pathname;
    const method = (init.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase();
    const area = areaOf(path);
    if (!area) return send(input, init);
    // A followed redirect would return a portal's reply as an answer to this call.
    const sentAt = Date.now();
    const response = await send(input, { ...init, redirect: "manual" });
    const receivedAt = Date.now();
    if (response.redirected || response.type === "opaqueredirect")
      throw new NoAnswer("Somebody else answered: a redirect");
    if (isObject(method, path) && (response.ok || response.status === 416)) return response;
    const { status, headers } = response;
    const text = onBytes ? await readText(response, onBytes) : await response.text();
    const reply = { method, status, contentType: headers.get("content-type"), text };
    const answer = readAnswer(area, reply);
    if (!answer) throw new NoAnswer(`Somebody else answered: ${status} ${reply.contentType ?? "without a type"}`);
    readServerTime(headers.get("date"), sentAt, receivedAt);
    const own = new Headers(headers);
    own.delete("content-encoding");
    own.delete("content-length");
    if (status === 413) own.set("content-type", "application/json");
    const content = status === 413 ? JSON.stringify(answer.body) : reply.text;
    const given = new Response(content === "" ? null : content, { status, headers: own });
    parsed.set(given, answer.body);
    return given;
  };
  strict.add(answering);
  return answering;
}
