// The service worker answers navigations to app routes and unknown paths with the app, and leaves
// server paths to the server.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { serverPaths } from "../../../src/lib/server-paths.ts";
import { pathOf, type Service } from "../../../supabase/local/common/area.ts";

const isServerPath = (pathAndQuery: string) => serverPaths.some((each) => each.test(pathAndQuery));

const services: readonly Service[] = [
  ...(["rest", "auth", "resumable", "storage", "functions", "api", "realtime", "mailbox"] as const),
];

test.each(services)("the server answers %s and every path below it", (service) => {
  for (const path of [
    pathOf(service),
    `${pathOf(service)}/`,
    `${pathOf(service)}?x=1`,
    `${pathOf(service)}/v1/apps?x=1`,
  ])
    expect([path, isServerPath(path)]).toEqual([path, true]);
});

test.each(["/health", "/sitemap.xml", "/sitemaps/apps-1.xml", "/robots.txt", "/.well-known/assetlinks.json"])(
  "the server answers %s",
  (path) => expect(isServerPath(path)).toBe(true),
);

test("the app answers its routes and unknown paths", () => {
  const tree = readFileSync(fileURLToPath(new URL("../../../src/route-tree.gen.ts", import.meta.url)), "utf8");
  const routes = [...tree.matchAll(/fullPath: ["']([^"']+)["']/g)].map(([, path = ""]) => path.replaceAll("$", ""));
  expect(routes.length).toBeGreaterThan(20);
  const unknown = ["/nothing", "/apix", "/api-docs", "/healthy", "/auth", "/functions", "/storage/x", "/developer/api"];
  for (const path of [...routes, ...unknown]) expect([path, isServerPath(path)]).toEqual([path, false]);
});
