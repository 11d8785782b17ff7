// Random values and bodies: mostly of the right type, often odd.
import { badEmails, goodEmails } from "../../fixtures/email-cases.ts";
import { hostilePaths } from "../../fixtures/hostile-paths.ts";
import type { Random } from "../../fixtures/random.ts";
import type { Scenario } from "./server.ts";

const odd = [
  "", " ", "\0", "a\0b", "\ud83d", "a\udc00", "😀", "é", "a\r\nb: c", "../..", "..", ".", "a/b", "a//b", "%", "%00", "%2F", "?", "#", "&=+$,;:@",
  "'", "\"", "\\", "`", "{}", "[]", "(", "null", "x".repeat(300), "x".repeat(5000), "￿", "‮", "select 1", "'; drop table x; --", "1e999", "__proto__", "constructor", "x.__proto__", "x.constructor", "*", "a b.txt",
]; // biome-ignore format: a list

export const oddText = (random: Random): string => {
  const text = random.pick(odd) ?? "";
  return text.length > 400 && random.chance(0.8) ? "x" : text;
};

function typed(random: Random, scenario: Scenario, type: string): unknown {
  if (type === "uuid") return random.chance(0.6) ? random.pick(scenario.ids) : random.uuid();
  if (/^(integer|bigint|smallint|numeric|double)/.test(type))
    return random.pick([0, 1, -1, 60, 2 ** 31, 2 ** 53, 1e308, 1.5]);
  if (type === "boolean") return random.chance(0.5);
  if (/^jsonb?$/.test(type)) return nested(random, scenario, 3);
  if (type.endsWith("[]")) return [typed(random, scenario, type.slice(0, -2))];
  if (/^(date|timestamp)/.test(type)) return random.pick(["2026-11-20", "infinity", "0000-00-00", "now"]);
  if (random.chance(0.1)) return objectPath(random, scenario);
  return random.chance(0.5) ? "some text" : oddText(random);
}

/** Returns the path of a user's file, usually a hostile one. */
export function objectPath(random: Random, scenario: Scenario): string {
  const owner = random.pick(scenario.ids) ?? "";
  return (random.chance(0.3) ? `${owner}/n${random.below(20)}` : random.pick(hostilePaths(owner))) ?? "";
}

const typedEmails = [...badEmails, ...goodEmails].map(([typed]) => typed);

/** Generates a typed address: disguised as another one, or valid in an unusual form. */
export function address(random: Random, scenario: Scenario): unknown {
  if (random.chance(0.15)) return value(random, scenario, "text");
  return random.chance(0.3) ? `f${random.below(50)}@example.test` : random.pick(typedEmails);
}

/** Generates a value for a column, argument or field of this name and type. */
export function valueFor(random: Random, scenario: Scenario, name: string, type: string): unknown {
  if (!/email|address/.test(name) || random.chance(0.1)) return value(random, scenario, type);
  if (!/^jsonb?$/.test(type)) return address(random, scenario);
  return Array.from({ length: random.below(4) }, () => address(random, scenario));
}

function nested(random: Random, scenario: Scenario, depth: number): unknown {
  if (depth === 0 || random.chance(0.3)) return value(random, scenario, "text");
  if (random.chance(0.5)) return Array.from({ length: random.below(3) }, () => nested(random, scenario, depth - 1));
  const known = [
    "collection",
    "rows",
    "id",
    "checkpoint",
    "limit",
    "newDocumentState",
    "assumedMasterState",
    "title",
    "email",
  ];
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => {
      const key = (random.chance(0.8) ? random.pick(known) : oddText(random)) ?? "";
      return [key, key === "email" ? address(random, scenario) : nested(random, scenario, depth - 1)];
    }),
  );
}

export function value(random: Random, scenario: Scenario, type = "text"): unknown {
  if (random.chance(0.85)) return typed(random, scenario, type);
  return random.pick([null, true, 0, -1, 1e308, [], {}, [[]], { a: "\0" }, oddText(random), ["\ud800"]]);
}

/** JSON.stringify, which writes half a surrogate pair as an escape, as a hostile client would. */
export const jsonBody = (random: Random, body: unknown): string => {
  const text = JSON.stringify(body) ?? "null";
  if (random.chance(0.04)) return text.slice(0, random.below(text.length + 1));
  if (random.chance(0.01)) return "[".repeat(50_000);
  if (random.chance(0.01)) return `${"[".repeat(3000)}${"]".repeat(3000)}`;
  if (random.chance(0.01)) return `{"email":"${"x".repeat(300_000)}"}`;
  return text;
};

const types = [
  "application/json",
  "application/json",
  "application/json",
  "application/json; charset=utf-8",
  "text/csv",
  "application/x-www-form-urlencoded",
  "text/plain",
  "application/octet-stream",
  "multipart/form-data; boundary=b",
  "x",
];

export function bodyFor(random: Random, headers: [string, string][], body: unknown): Buffer {
  const type = random.chance(0.85) ? "application/json" : (random.pick(types) ?? "x");
  if (random.chance(0.98)) headers.push(["content-type", type]);
  if (random.chance(0.01)) return Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
  if (random.chance(0.01)) return Buffer.alloc(0);
  // A few contain raw surrogates, which are invalid UTF-8.
  if (random.chance(0.01)) return Buffer.from('{"email":"\xed\xa0\x80"}', "latin1");
  return Buffer.from(jsonBody(random, body));
}
