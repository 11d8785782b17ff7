// What counts as an answer of the server: the one place where its replies are read. A portal's
// page, a proxy's words, a redirect or nothing at all say nothing about what was asked, whatever
// their status: they are "no network", and the call is repeated. Without valibot, which the first
// page does without.
import { readServerTime } from "./server-clock.ts";

type Area = "rest" | "auth" | "storage" | "functions";

/** A reply as it came in, by whichever way. */
export interface Reply {
  method: string;
  status: number;
  contentType: string | null;
  text: string;
}

export interface Answer {
  status: number;
  /** Parsed; null: empty. */
  body: unknown;
}

/**
 * Not the server's: treated like a connection that failed, by our calls and by Supabase's client
 * alike.
 */
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

/** How each service says no. */
const refusals: Readonly<Record<Area, readonly Shape[]>> = {
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
/** The gateway in front of the services: a wrong key, too many calls, a service that is down. */
const gateway = [{ message: text }];

const granted = [{ access_token: text }];
/**
 * A session that is over, in the words of today's auth service, of its next API version, and of
 * OAuth.
 */
const ended = [{ error_code: filled }, { code: filled }, { error: filled, error_description: text }];

/** Is this the auth service's last word about a session that was to be renewed? */
export function isRefreshVerdict({ status, body }: Answer): boolean {
  if (status >= 200 && status < 300) return isOneOf(granted, body);
  return status < 500 && ![408, 425, 429].includes(status) && isOneOf(ended, body);
}

const tooLarge = {
  ...{ statusCode: "413", error: "too_large", code: "too_large" },
  message: "too_large: This is larger than the server takes",
};

/** What a portal, a proxy and a static host answer with. */
export const isPage = (type: string | null): boolean => /^(text\/html|application\/xhtml\+xml)\b/i.test(type ?? "");

const isJson = (type: string | null): boolean => /^application\/([\w.+-]+\+)?json\b/i.test(type ?? "");

/** Null: not an answer of that service. */
export function readAnswer(area: Area, { method, status, contentType, text }: Reply): Answer | null {
  // Some server on the way refused the size: a smaller request may pass. Sessions are never that
  // large.
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
  return byGateway || isOneOf(refusals[area], body) ? { status, body } : null;
}

const areaOf = (path: string): Area | undefined => /\/(rest|auth|storage|functions)\/v1\//.exec(path)?.[1] as Area;

/** The bytes of a stored object have any type: the caller checks size and checksum. */
const isObject = (method: string, path: string): boolean =>
  method === "GET" && /\/storage\/v1\/object\/(?!info\/|list\/)/.test(path);

const parsed = new WeakMap<Response, unknown>();

/** The body of a response that `onlyAnswers` let through, without reading it again. */
export const bodyOf = (response: Response): unknown => parsed.get(response) ?? null;

const strict = new WeakSet<typeof fetch>();

/**
 * A `fetch` that gives the server's own answers, and fails like a broken connection at everything
 * else.
 */
export function onlyAnswers(send: typeof fetch): typeof fetch {
  if (strict.has(send)) return send;
  const answering: typeof fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : String(input), "http://page.invalid").pathname;
    const method = (init?.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase();
    const area = areaOf(path);
    if (!area) return send(input, init);
    // Followed, a redirect to a portal would be answered as if it had been asked here.
    const sentAt = Date.now();
    const response = await send(input, { ...init, redirect: "manual" });
    const receivedAt = Date.now();
    if (response.redirected || response.type === "opaqueredirect")
      throw new NoAnswer("Somebody else answered: a redirect");
    if (isObject(method, path) && (response.ok || response.status === 416)) return response;
    const { status, headers } = response;
    const reply = { method, status, contentType: headers.get("content-type"), text: await response.text() };
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
