// Valid requests with random faults. Number n of a seed is always the same request.
import { Random } from "../../fixtures/random.ts";
import { auth, rest, rpc } from "./data-requests.ts";
import { type Draft, sound } from "./draft.ts";
import { functions, page, realtime, resumable, storage } from "./other-requests.ts";
import type { Scenario } from "./server.ts";
import { oddText } from "./values.ts";
import type { WireRequest } from "./wire.ts";

export interface Generated extends WireRequest {
  /** For the log: caller and path. */
  title: string;
}

const oddMethods = ["TRACE", "CONNECT", "PROPFIND", "QUERY", "get", "FOO", "MKCOL", "GET\t", ""];

const areas = { rest, rpc, auth, storage, resumable, functions, page, realtime };
const weights = { rest: 26, rpc: 20, auth: 12, storage: 18, resumable: 8, functions: 6, page: 7, realtime: 3 };

const spliced = (random: Random, text: string, insert: string): string => {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + insert + text.slice(at);
};
const disturbances = [
  "%00",
  "%2F",
  "%2e%2e/",
  "/../",
  "//",
  "/./",
  "%",
  "%zz",
  "%c0%af",
  "%ED%A0%80",
  "\\",
  "%5c",
  "#",
  "\x80\xff",
  ";",
  "?",
  "%20",
  "%E2%82%AC",
  "%25",
  "'",
  "|",
  "^",
  "\t",
  "/",
];

function targetOf(random: Random, draft: Draft): string {
  const path = draft.path.toWellFormed().split("/").map(encodeURIComponent).join("/");
  const query = new URLSearchParams(draft.query).toString();
  let target = query ? `${path}?${query}` : path;
  if (random.chance(0.1)) target = spliced(random, target, sound(random, disturbances));
  if (random.chance(0.04)) {
    const at = 1 + random.below(Math.max(1, path.length - 1));
    target = `${target.slice(0, at)}%${target.charCodeAt(at).toString(16)}${target.slice(at + 1)}`;
  }
  if (random.chance(0.01))
    target = sound(random, [
      "//",
      "*",
      "",
      "http://evil.test/",
      "http://localhost/health",
      "\\",
      "/%",
      "?",
      "/".repeat(3000),
      `/${"a".repeat(9000)}`,
      "/\u00e4",
    ]);
  if (random.chance(0.01) && draft.query[0]) target += `&${draft.query[0][0]}=again`;
  return target;
}

function framed(random: Random, body: Buffer): { headers: [string, string][]; body: Buffer; cutAt?: number } {
  const way = random.weighted({ length: 85, chunked: 10, short: 2, both: 1, brokenChunk: 1, wrong: 1 });
  const chunked = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")]);
  const length: [string, string] = ["content-length", String(body.length)];
  const transfer: [string, string] = ["transfer-encoding", "chunked"];
  if (body.length === 0) return { headers: random.chance(0.5) ? [length] : [], body };
  if (way === "chunked") return { headers: [transfer], body: chunked };
  if (way === "short") return { headers: [length], body, cutAt: random.below(body.length) };
  if (way === "both") return { headers: [length, transfer], body: chunked };
  if (way === "brokenChunk")
    return { headers: [transfer], body: Buffer.concat([Buffer.from("zz\r\n"), body]), cutAt: 4 };
  if (way === "wrong") return { headers: [["content-length", sound(random, ["-1", "x", "1e3", "5, 6"])]], body };
  return { headers: [length], body };
}

export function generate(seed: number, number: number, scenario: Scenario): Generated {
  const random = new Random(seed * 1_000_003 + number * 7919);
  for (let n = 0; n < 3; n += 1) random.next();
  const draft = areas[random.weighted(weights)](random, scenario);
  const method = random.chance(0.02) ? sound(random, oddMethods) : draft.method;
  const target = targetOf(random, draft);
  const service = /\/rest\/v1\/rpc\/|\/storage\/|GET/.test(`${draft.method} ${draft.path}`) ? 3 : 0;
  const caller =
    draft.caller ??
    random.weighted({
      anon: 20,
      tester: 25,
      developer: 20,
      admin: 15,
      suspended: 4,
      expired: 3,
      forged: 3,
      doomed: 3,
      service,
    });
  const token = scenario.callers[caller] ?? "";
  const headers: [string, string][] = [];
  if (random.chance(0.97)) headers.push(["host", `127.0.0.1:${scenario.port}`]);
  if (random.chance(0.02))
    headers.push([
      "host",
      sound(random, ["evil.test", "127.0.0.1.nip.io", "a b", "", "[::1", "localhost:99999", "x@localhost"]),
    ]);
  if (!draft.headers.some(([name]) => name === "connection")) headers.push(["connection", "close"]);
  if (random.chance(0.96)) headers.push(["apikey", caller === "service" ? token : scenario.publishableKey]);
  if (token && caller !== "service")
    headers.push(["authorization", `${random.chance(0.98) ? "Bearer" : oddText(random)} ${token}`]);
  if (random.chance(0.05))
    headers.push([
      sound(random, [
        "x-forwarded-for",
        "cf-connecting-ip",
        "forwarded",
        "x-client-info",
        "cookie",
        "origin",
        "expect",
        "user-agent",
        "te",
      ]),
      sound(random, ["1.2.3.4", "100-continue", "\xe9\xff", oddText(random)]),
    ]);
  if (random.chance(0.01)) for (let n = 0; n < 150; n += 1) headers.push([`x-many-${n}`, "1"]);
  if (random.chance(0.005)) headers.push(["x-large", "a".repeat(20_000)]);
  const { headers: framing, body, cutAt } = framed(random, draft.body);
  const lines = [...headers, ...draft.headers, ...framing].map(
    ([name, text]) => `${name}: ${text.replace(/[\r\n\0]/g, " ")}`,
  );
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return {
    head,
    body,
    ...(cutAt === undefined ? {} : { cutAt }),
    title: `${caller}: ${method} ${target.slice(0, 300)}`,
  };
}
