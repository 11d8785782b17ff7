// Limits the functions' calls to the project: unambiguous paths only, and the service key only in
// calls that docs/security.md lists.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { call, ForbiddenCall, ownFetch, projectFetch } from "../../../supabase/functions/_shared/http.ts";
import { Rejected } from "../../../supabase/functions/_shared/rejection.ts";
import { isServiceCall, serviceCalls } from "../../../supabase/functions/_shared/service-calls.ts";
import { isObjectPath, storagePath } from "../../../supabase/functions/_shared/storage-path.ts";
import type { FunctionEnv } from "../../../supabase/functions/_shared/types.ts";
import { hostilePaths } from "../../fixtures/hostile-paths.ts";

const root = resolve(import.meta.dirname, "../../..");
const me = "0d9bb8ee-0ec1-4f1b-8a43-3bd5a1e2f001";

function spied(SUPABASE_URL = "https://project.example.test"): { env: FunctionEnv; sent: string[] } {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    sent.push(String(input));
    return Promise.resolve(new Response("null"));
  };
  return { env: { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: "p", SUPABASE_SECRET_KEY: "s", fetch }, sent };
}

describe("paths of stored objects", () => {
  test.each(hostilePaths(me))("P2 rejects %j as the path of an object", (path) => {
    expect(isObjectPath(path)).toBe(false);
    for (const action of ["", "sign", "public", "authenticated", "upload/sign"] as const)
      expect(() => storagePath(action, "releases", path)).toThrow(Rejected);
  });

  test.each(["", "..", "a/b", "releases/..", "a?b", "a#", "%2e", "."])("P2 rejects %j as a bucket", (bucket) => {
    expect(() => storagePath("", bucket, `${me}/a`)).toThrow(Rejected);
  });

  test("the app's own paths become one URL each, whatever characters they contain", () => {
    for (const name of ["a".repeat(64), "a.png", "..png", "a..b", "-/x.y/..z", "a b&c=d;e:f@g+h,i!j'k(l)m*n$"]) {
      const path = storagePath("sign", "releases", `${me}/${name}`);
      const url = new URL(`https://x.test${path}`);
      expect(url.pathname + url.search).toBe(path);
      expect(decodeURIComponent(path)).toBe(`/storage/v1/object/sign/releases/${me}/${name}`);
    }
  });
});

describe("calls of functions", () => {
  const changed = [
    "/storage/v1/object/releases/a/../../b",
    "/storage/v1/object/./releases",
    "/storage/v1/object/%2e%2e/%2E%2e/bucket",
    "/storage/v1\\bucket",
    "/rest/v1/apps#fragment",
    "/rest/v1/a b",
    "/rest/v1/a\tb",
    "/rest/v1/a\n",
    "@elsewhere.test/rest/v1/apps",
    ":80@elsewhere.test/",
    ".elsewhere.test/",
  ];
  test.each(changed)("P2 sends no request for %j, which URL parsers read as another address", async (path) => {
    const { env, sent } = spied();
    await expect(ownFetch(env, env.SUPABASE_URL, path, {})).rejects.toThrow();
    await expect(projectFetch(env, "GET", path, { token: "t" }, {})).rejects.toThrow();
    await expect(call(env, "GET", path, v.unknown(), { as: { token: "t" } })).rejects.toThrow();
    expect(sent).toEqual([]);
  });

  test("calls an address with a path, a port or capital letters unchanged", async () => {
    for (const base of [
      "https://Project.Example.test",
      "http://kong:8000",
      "https://x.test:443",
      "https://x.test/api",
    ]) {
      const { env, sent } = spied(base);
      await projectFetch(env, "GET", "/rest/v1/apps?id=eq.1&select=a,b", { token: "t" }, {});
      expect(sent).toEqual([`${new URL(base).href.replace(/\/$/, "")}/rest/v1/apps?id=eq.1&select=a,b`]);
    }
  });

  test("P2 sends the service key with the listed calls only", async () => {
    const { env, sent } = spied();
    const rejected = [
      ["POST", "/rest/v1/rpc/sync_push"],
      ["DELETE", "/rest/v1/releases?id=eq.1"],
      ["POST", "/storage/v1/bucket/attachments/empty"],
      ["POST", `/storage/v1/object/upload/sign/attachments/${me}/a`],
      ["POST", `/storage/v1/object/upload/sign/releases/a/../${me}/a`],
      ["DELETE", "/auth/v1/admin/users/me"],
      ["DELETE", "/storage/v1/object/attachments"],
    ] as const;
    for (const [method, path] of rejected) {
      expect(isServiceCall(method, path)).toBe(false);
      await expect(projectFetch(env, method, path, "service", {})).rejects.toBeInstanceOf(ForbiddenCall);
      await expect(call(env, method, path, v.unknown(), { as: "service" })).rejects.toBeInstanceOf(ForbiddenCall);
    }
    expect(sent).toEqual([]);
    await call(env, "POST", storagePath("upload/sign", "releases", `${me}/a`), v.unknown(), { as: "service" });
    await call(env, "GET", `/rest/v1/apps?id=eq.${me}`, v.unknown(), { as: "service" });
    expect(sent).toHaveLength(2);
  });

  test("P2 docs/security.md gives a reason for each call with the service key", () => {
    const docs = readFileSync(resolve(root, "docs/security.md"), "utf8");
    const table = docs.slice(docs.indexOf("## Service key"), docs.indexOf("## On the device"));
    const rows = [...table.matchAll(/^\| ([a-z, ]+?) +\| `([A-Z]+ [^`]+)` +\| (.+?) +\|$/gm)];
    expect(rows.map(([, , listed]) => listed).sort()).toEqual([...serviceCalls].sort());
    const folders = new Set(readdirSync(resolve(root, "supabase/functions")));
    for (const [, names = ""] of rows) for (const name of names.split(", ")) expect(folders).toContain(name);
  });

  test("P2 functions use the service key through the shared call only", () => {
    const folder = resolve(root, "supabase/functions");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const naming = (pattern: RegExp) =>
      files.filter((name) => pattern.test(readFileSync(resolve(folder, name), "utf8")));
    // deliveries.ts compares it with a request's key; serve.ts and types.ts read and declare it.
    expect(naming(/SUPABASE_SECRET_KEY/).sort()).toEqual(
      ["_shared/deliveries.ts", "_shared/http.ts", "_shared/serve.ts", "_shared/types.ts"].sort(),
    );
    // A storage URL in a template would bypass storagePath.
    expect(naming(/storage\/v1\/object\/[^"`\n]*\$\{/)).toEqual(["_shared/storage-path.ts", "auth/handler.ts"]);
  });
});
