// Public pages and sitemap for a static host that forwards these paths (docs/deploy.md): GET
// /functions/v1/pages/<path of the app>. The embedded server draws them itself.
import * as v from "valibot";
import { ownFetch, rpc } from "../_shared/http.ts";
import { drawPage, fileOf, type PublicData } from "../_shared/public-pages.ts";
import { drawSitemap, isSitemap } from "../_shared/sitemap.ts";
import type { FunctionEnv, FunctionHandler } from "../_shared/types.ts";

const timeoutMs = 5000;

const dataOf = (env: FunctionEnv): PublicData => {
  const ask = (name: string, body: object) => rpc(env, name, v.unknown(), "service", body, timeoutMs);
  return { page: (path) => ask("public_page", { path }), sitemap: (request) => ask("sitemap", { request }) };
};

const answer = (body: string, type: string): Response =>
  new Response(body, { headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "no-cache" } });

export const handler: FunctionHandler = async (request, env) => {
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
  const site = (env.SITE_URL ?? "").replace(/\/$/, "");
  const pathname = new URL(request.url).pathname.replace(/^.*?\/pages(?=\/|$)/, "") || "/";
  const file = fileOf(pathname);
  if (site === "" || (file === null && !isSitemap(pathname))) return new Response("Not found", { status: 404 });
  if (file === null) return answer(await drawSitemap(pathname, dataOf(env), site), "application/xml");
  const built = await ownFetch(env, site, `/${file}`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!built.ok) return new Response("The app's page could not be read", { status: 502 });
  const addresses = { site, files: env.SUPABASE_URL };
  return answer(await drawPage(await built.text(), pathname, dataOf(env), addresses), "text/html");
};
