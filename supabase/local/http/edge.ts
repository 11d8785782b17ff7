// The edge checks every request and WebSocket upgrade first. It determines client address, host and
// path, and limits the body's size and duration. Later code never reads the raw request.
import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import type { Area } from "../common/area.ts";
import { Budget, type BudgetLimits } from "../common/budget.ts";
import { Rejected } from "../common/rejection.ts";
import { readTarget } from "../common/request-target.ts";
import { type Caller, callerOf, checkSignature, type Keys } from "../common/token.ts";
import { isObjectUpload } from "../storage/object-path.ts";
import { signedResumable } from "../storage/signed.ts";
import {
  type Allowance,
  allowanceFor,
  type Body,
  bodyMemory,
  countedBody,
  memoryOf,
  type Slowness,
  sizeLimit,
} from "./body.ts";
import { clientAddress, forwardingHeaders, plainAddress } from "./client-address.ts";
import { createHostCheck, isOwnLoopback } from "./hosts.ts";
import { checkJson } from "./json-text.ts";
import { hasBody } from "./respond.ts";

export interface EdgeOptions {
  keys: Keys;
  siteUrl: string;
  host: string;
  hosts?: readonly string[] | undefined;
  proxies: BlockList;
  slow?: Slowness | undefined;
  memory?: BudgetLimits | undefined;
}

interface AcceptedRequest {
  readonly area: Area;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** From a browser on this machine, without a proxy. */
  readonly fromThisMachine: boolean;
}

export interface RouteEnv {
  Bindings: AcceptedRequest;
}

/** Each check throws Rejected. */
export type Edge = ReturnType<typeof createEdge>;

const mostHeaders = 100;
const withoutBody = new Set(["GET", "HEAD", "OPTIONS"]);
const apiMethods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const pageMethods = ["GET", "HEAD"];
const methodsOf = (area: Area): readonly string[] =>
  ["rest", "auth", "storage", "resumable", "functions", "api", "realtime"].includes(area) ? apiMethods : pageMethods;

/** sync_push reports errors per row: one invalid text must not reject the others. */
const rowByRow = "/rest/v1/rpc/sync_push";

const loopback = new Set(["127.0.0.1", "::1"]);

export function createEdge(options: EdgeOptions) {
  const { keys, proxies, slow = { idleMs: 30_000, wholeMs: 120_000 } } = options;
  const memory = new Budget(options.memory ?? bodyMemory, "The server is busy with other large requests");
  const checkHost = createHostCheck(options.siteUrl, options.host, options.hosts);

  const headersOf = (incoming: IncomingMessage): Headers => {
    if (incoming.rawHeaders.length > 2 * mostHeaders) throw new Rejected(431, "too_many_headers", "Too many headers");
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (Array.isArray(value)) for (const each of value) headers.append(name, each);
      else if (value !== undefined) headers.set(name, value);
    }
    for (const name of forwardingHeaders) headers.delete(name);
    // SQL reads the caller's address here, as behind a hosted gateway.
    headers.set("x-forwarded-for", clientAddress(incoming.socket.remoteAddress ?? "", incoming.headers, proxies));
    return headers;
  };

  /** A function identifies its caller by the bearer token alone. */
  const callerIn = ({ headers, url }: Pick<AcceptedRequest, "headers" | "url">): Caller => {
    const asHeaders = new Headers(headers);
    if (!headers.has("apikey")) asHeaders.set("apikey", url.searchParams.get("apikey") ?? keys.publishableKey);
    return callerOf({ headers: asHeaders, url: url.href }, keys);
  };

  /** Why the caller counts as anonymous; undefined with a valid token or signed upload URL. */
  const anonymousRejection = ({ headers, url }: AcceptedRequest): Rejected | undefined => {
    const uploadToken = url.pathname.startsWith("/storage/v1/object/upload/sign/")
      ? url.searchParams.get("token")
      : url.pathname.startsWith(`${signedResumable}/`) && headers.get("x-signature");
    if (uploadToken && checkSignature(uploadToken, keys.jwtSecret)) return undefined;
    const caller = callerIn({ headers, url });
    if (!caller.ok) return new Rejected(caller.status, caller.code, caller.message);
    return caller.claims.role === "anon" ? new Rejected(401, "sign_in_first", "Sign in to send this much") : undefined;
  };

  const takeMemory = async (accepted: AcceptedRequest, size: number, signal: AbortSignal): Promise<() => void> => {
    const amount = memoryOf(size);
    if (amount === 0) return () => undefined;
    const caller = callerIn(accepted);
    const person = caller.ok && caller.claims.sub ? [`person ${caller.claims.sub}`] : [];
    return memory.take([`address ${accepted.headers.get("x-forwarded-for")}`, ...person], amount, signal);
  };

  return {
    /** For paths that Vite serves. */
    checkHost,
    check(incoming: IncomingMessage): AcceptedRequest {
      const host = checkHost(incoming);
      const { area, href } = readTarget(incoming.url ?? "");
      const method = incoming.method ?? "";
      const methods = methodsOf(area);
      if (!methods.includes(method))
        throw new Rejected(405, "method_not_allowed", "Method not allowed", { allow: methods.join(", ") });
      const headers = headersOf(incoming);
      if (withoutBody.has(method) && hasBody(incoming))
        throw new Rejected(400, "unexpected_body", "This method takes no body");
      return {
        area,
        method,
        headers,
        url: new URL(href, `http://${host}`),
        fromThisMachine:
          loopback.has(plainAddress(incoming.socket.remoteAddress ?? "")) &&
          isOwnLoopback(incoming) &&
          !forwardingHeaders.some((name) => name in incoming.headers),
      };
    },

    async open(
      incoming: IncomingMessage,
      accepted: AcceptedRequest,
      signal: AbortSignal,
    ): Promise<{ request: Request; body: Body | undefined }> {
      const { area, method, url, headers } = accepted;
      if (withoutBody.has(method)) return { request: new Request(url, { method, headers, signal }), body: undefined };
      const allowance = allowanceFor(area, method, url.pathname);
      const limit = sizeLimit(allowance, () => anonymousRejection(accepted));
      const body = countedBody(incoming, limit, slow);
      const announced = Number(incoming.headers["content-length"] ?? Number.NaN);
      const rejected = limit(announced || 0);
      if (rejected) throw rejected;
      // After a lost connection the received bytes stay, and the upload resumes after them.
      const piece = area === "resumable" && method === "PATCH";
      // Streaming costs more than reading a small body.
      const streams = allowance.reading !== "whole" && (!(announced <= 1024 * 1024) || piece);
      const size = Number.isNaN(announced) ? mostOf(allowance, limit) : announced;
      // The body is not read before, so its sender waits.
      const free = !streams && hasBody(incoming) ? await takeMemory(accepted, size, signal) : () => undefined;
      const discard = (): void => {
        body.discard();
        free();
      };
      try {
        const sent = streams ? body.stream(piece ? "ends" : "fails") : await readWhole(accepted, body);
        const init = { method, headers, signal, ...(sent ? { body: sent, duplex: "half" } : {}) };
        return { request: new Request(url, init as RequestInit), body: { ...body, discard } };
      } catch (error) {
        discard();
        throw error;
      }
    },
  };
}

const mostOf = ({ anonymous, known }: Allowance, limit: (size: number) => Rejected | undefined): number =>
  anonymous < known && limit(known) === undefined ? known : anonymous;

async function readWhole(accepted: AcceptedRequest, body: Body): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { area, method, url, headers } = accepted;
  const bytes = await body.whole();
  const json = area === "auth" || /^application\/(?:[a-z.+-]+\+)?json\b/i.test(headers.get("content-type") ?? "");
  if (json && !isObjectUpload(method, url.pathname)) checkJson(bytes, url.pathname === rowByRow);
  return bytes.length > 0 ? new Uint8Array(bytes) : undefined;
}
