// Requests to tables, database functions and accounts.

import { password } from "../../fixtures/backend/project.ts";
import type { Random } from "../../fixtures/random.ts";
import { type Draft, methods, none, sound } from "./draft.ts";
import type { Scenario } from "./server.ts";
import { address, bodyFor, objectPath, oddText, value, valueFor } from "./values.ts";

const operators = [
  "eq",
  "gt",
  "lte",
  "like",
  "ilike",
  "in",
  "is",
  "cs",
  "cd",
  "ov",
  "fts",
  "not.eq",
  "match",
  "imatch",
  "isdistinct",
  "xx",
];

export function rest(random: Random, scenario: Scenario): Draft {
  const table = random.chance(0.95) ? sound(random, Object.keys(scenario.tables)) : oddText(random);
  const columns = (Object.hasOwn(scenario.tables, table) && scenario.tables[table]) || ["id"];
  const column = (): string => (random.chance(0.93) ? sound(random, columns) : oddText(random));
  const query: [string, string][] = [];
  const selects: (() => string)[] = [
    () => Array.from({ length: 1 + random.below(4) }, column).join(","),
    () => `${column()},${sound(random, Object.keys(scenario.tables))}(${column()})`,
    () => `${column()}::${sound(random, ["text", "int", "jsonb", "nope", "uuid[]"])}`,
    () => `${column()}->>${oddText(random)}`,
    () => `a:${column()},...${sound(random, Object.keys(scenario.tables))}(*)`,
    () => Array(2500).fill("id").join(","),
    () => `${column()}.${sound(random, ["sum()", "count()", "max(", ")"])}`,
    () => `${"(".repeat(random.below(40))}${oddText(random)}`,
  ];
  if (random.chance(0.6)) query.push(["select", sound(random, selects)()]);
  for (let n = random.below(3); n > 0; n -= 1) {
    const operator = sound(random, operators);
    const operand =
      operator === "in" ? `(${value(random, scenario)},${value(random, scenario)})` : String(value(random, scenario));
    query.push([column(), `${operator}${random.chance(0.1) ? "(any)" : ""}.${operand}`]);
  }
  if (random.chance(0.2)) query.push(["order", `${column()}.${sound(random, ["asc", "desc.nullslast", "up", ""])}`]);
  if (random.chance(0.3)) query.push(["limit", sound(random, ["1", "0", "-1", "x", "99999999999999999999", "1.5"])]);
  if (random.chance(0.1)) query.push(["offset", sound(random, ["1", "-1", "9223372036854775807", "x"])]);
  if (random.chance(0.1))
    query.push([
      sound(random, ["or", "and", "not.or"]),
      `(${column()}.eq.${value(random, scenario)},${column()}.is.null${random.chance(0.3) ? "" : ")"}`,
    ]);
  if (random.chance(0.05)) query.push(["on_conflict", column()], ["columns", column()]);
  const method = sound(random, methods);
  const headers: [string, string][] = [];
  if (random.chance(0.3))
    headers.push([
      "prefer",
      sound(random, [
        "return=representation",
        "count=exact",
        "resolution=merge-duplicates",
        "tx=rollback",
        "max-affected=x",
        "missing=default,handling=strict",
      ]),
    ]);
  if (random.chance(0.1)) headers.push(["range", sound(random, ["0-1", "5-2", "x-", "items=0-1"])]);
  if (random.chance(0.1))
    headers.push([
      sound(random, ["accept-profile", "content-profile"]),
      sound(random, ["public", "auth", "private", "storage", "x"]),
    ]);
  if (random.chance(0.2))
    headers.push([
      "accept",
      sound(random, [
        "application/vnd.pgrst.object+json",
        "text/csv",
        "application/vnd.pgrst.plan+json",
        "application/octet-stream",
        "x/y",
      ]),
    ]);
  const row = () =>
    Object.fromEntries(
      Array.from({ length: 1 + random.below(4) }, () => {
        const name = column();
        if (/_path$/.test(name) && random.chance(0.8)) return [name, objectPath(random, scenario)];
        if (name === "screenshots" && random.chance(0.8)) return [name, [objectPath(random, scenario)]];
        return [name, valueFor(random, scenario, name, /(^|_)id$/.test(name) ? "uuid" : "text")];
      }),
    );
  const body = ["POST", "PATCH", "PUT"].includes(method)
    ? bodyFor(random, headers, random.chance(0.7) ? row() : [row(), row()])
    : none;
  // Targets random ids, so that other callers keep their rows.
  if (["DELETE", "PATCH", "PUT"].includes(method)) query.push(["id", `eq.${random.uuid()}`]);
  return { method, path: `/rest/v1/${table}`, query, headers, body };
}

export function rpc(random: Random, scenario: Scenario): Draft {
  const name = random.chance(0.95) ? sound(random, Object.keys(scenario.functions)) : oddText(random);
  const args = (Object.hasOwn(scenario.functions, name) && scenario.functions[name]) || [];
  const given = Object.fromEntries(
    args.filter(() => random.chance(0.9)).map((arg) => [arg.name, valueFor(random, scenario, arg.name, arg.type)]),
  );
  if (random.chance(0.1)) given[oddText(random)] = value(random, scenario);
  const headers: [string, string][] = [];
  const get = random.chance(0.15);
  if (random.chance(0.1)) headers.push(["prefer", "params=single-object"]);
  return {
    method: get ? "GET" : "POST",
    path: `/rest/v1/rpc/${name}`,
    query: get ? Object.entries(given).map(([key, each]) => [key, String(each)]) : [],
    headers,
    body: get ? none : bodyFor(random, headers, given),
    // These two change the rights of later callers.
    ...(["clean_sample_data", "set_user_role"].includes(name) ? { caller: "tester" } : {}),
  };
}

const authPaths = ["signup", "token", "verify", "recover", "resend", "otp", "magiclink", "user", "logout", "authorize", "callback",
  "settings", "health", "reauthenticate", "factors", "invite", "admin/users", "admin/generate_link", "sso", ".well-known/jwks.json", "nonexistent"]; // biome-ignore format: a list

export function auth(random: Random, scenario: Scenario): Draft {
  const id = random.chance(0.7) ? random.uuid() : oddText(random);
  const base = sound(random, authPaths);
  const path =
    ["factors", "admin/users"].includes(base) && random.chance(0.6)
      ? `${base}/${id}${sound(random, ["", "/challenge", "/verify", "/factors", `/factors/${random.uuid()}`])}`
      : base;
  const query: [string, string][] = [];
  if (base === "token")
    query.push(["grant_type", sound(random, ["password", "refresh_token", "pkce", "id_token", oddText(random)])]);
  if (["verify", "authorize", "callback"].includes(base))
    query.push(
      ["type", sound(random, ["signup", "recovery", "invite", "email_change", "x"])],
      ["token", oddText(random)],
      ["provider", sound(random, ["google", "github", "x"])],
    );
  if (random.chance(0.1)) query.push(["state", oddText(random)], ["code", oddText(random)]);
  if (random.chance(0.2))
    query.push(["redirect_to", sound(random, ["http://localhost/", "//evil.test", "javascript:1", oddText(random)])]);
  const headers: [string, string][] = [];
  const fields: Record<string, unknown> = {
    email: address(random, scenario),
    // Without it, a new password is rejected before the rest of the request is read.
    ...(base === "user" && random.chance(0.7) ? { current_password: password } : {}),
    password: random.chance(0.5) ? "correct horse battery" : value(random, scenario, "text"),
    data: random.chance(0.5) ? { name: "Fuzzy Person", role: "tester" } : value(random, scenario, "jsonb"),
    ...(random.chance(0.5)
      ? { token: value(random, scenario, "text"), token_hash: value(random, scenario, "text") }
      : {}),
    type: sound(random, ["signup", "recovery", "email", "magiclink", value(random, scenario)]),
    refresh_token: value(random, scenario, "text"),
    ...(base === "factors"
      ? { factor_type: "totp", friendly_name: value(random, scenario, "text"), code: "123456", challenge_id: id }
      : {}),
    ...(random.chance(0.1) ? { auth_code: oddText(random), code_verifier: value(random, scenario) } : {}),
  };
  const kept = Object.fromEntries(Object.entries(fields).filter(() => random.chance(0.8)));
  const method = random.chance(0.7) ? (base === "user" ? "PUT" : "POST") : sound(random, methods);
  const safe = ["GET", "HEAD", "OPTIONS"].includes(method);
  // Signing out, or changing the password or a factor, would end the sessions of later callers.
  const harmful = /^(user|logout|factors|admin)/.test(base);
  return {
    method,
    path: `/auth/v1/${path}`,
    query,
    headers,
    body: safe ? none : bodyFor(random, headers, kept),
    ...(harmful ? { caller: sound(random, ["doomed", "anon", "expired"]) } : {}),
  };
}
