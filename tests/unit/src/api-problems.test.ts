// Keeps the API's problem types the same in the code, the OpenAPI document and docs/api.md.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { openApi } from "../../../supabase/functions/api/openapi.ts";
import { problemTypes } from "../../../supabase/functions/api/problems.ts";

const root = resolve(import.meta.dirname, "../../..");
const known = Object.entries(problemTypes).map(([type, { status }]) => `${status} ${type}`);

test("B6 docs/api.md lists each problem type once, with its status", () => {
  const docs = readFileSync(resolve(root, "docs/api.md"), "utf8");
  const rows = [...docs.matchAll(/^\| (\d{3}) +\| ((?:`\w+`(?:, )?)+) +\|/gm)];
  const listed = rows.flatMap(([, status, types = ""]) =>
    [...types.matchAll(/`(\w+)`/g)].map(([, type]) => `${status} ${type}`),
  );
  expect(listed.sort()).toEqual([...known].sort());
});

const documentSchema = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
});
const operationSchema = v.looseObject({ responses: v.record(v.string(), v.looseObject({ description: v.string() })) });

test("B6 the OpenAPI document names each problem type with its status, and those common to all endpoints", () => {
  const { paths } = v.parse(documentSchema, openApi());
  const listed = new Set<string>();
  for (const [path, methods] of Object.entries(paths)) {
    if (path === "/openapi.json") continue;
    for (const [method, operation] of Object.entries(methods).filter(([name]) => name !== "parameters")) {
      const named = Object.entries(v.parse(operationSchema, operation).responses).flatMap(([status, { description }]) =>
        [...description.matchAll(/urn:betaflock:problem:(\w+)/g)].map(([, type]) => `${status} ${type}`),
      );
      for (const each of ["401 invalid_token", "404 not_found", "405 method_not_allowed", "500 internal"])
        expect([path, method, named]).toEqual([path, method, expect.arrayContaining([each])]);
      for (const each of named) listed.add(each);
    }
  }
  expect([...listed].sort()).toEqual([...known].sort());
});

test("B6 the functions raise no undocumented problem type", () => {
  const folder = resolve(root, "supabase/functions/api");
  const raised = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [...readFileSync(resolve(folder, name), "utf8").matchAll(/new Problem\(\s*"(\w+)"/g)]);
  // SQL raises the others by code (private.api_problem), which `asProblem` looks up.
  const migrations = resolve(root, "supabase/migrations");
  const tokens = readdirSync(migrations).find((name) => name.endsWith("_api_tokens.sql")) ?? "";
  const sql = readFileSync(resolve(migrations, tokens), "utf8");
  const bySql = [...sql.matchAll(/private\.api_problem\((\d{3}), '(\w+)'/g)];
  expect(raised.length).toBeGreaterThan(5);
  expect(bySql.length).toBeGreaterThan(4);
  for (const [, type = ""] of raised) expect(Object.keys(problemTypes)).toContain(type);
  for (const [, status, type] of bySql) expect(known).toContain(`${status} ${type}`);
});
