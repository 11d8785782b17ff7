// Serves the built app; paths without a file are its routes. Hashed files are cached permanently,
// others are revalidated: a cached service worker would pin an old version.
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { keepNewest } from "../../functions/_shared/keep-newest.ts";
import { lookUp } from "../../functions/_shared/look-up.ts";
import { fileOf } from "../../functions/_shared/public-pages.ts";
import { compress, type Encoding, encodingFor, isWorthCompressing } from "./compression.ts";
import type { PublicPages } from "./public-pages.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".wasm": "application/wasm",
  ".map": "application/json; charset=utf-8",
};
/** Routes of the app do not end in these: a missing file is 404. */
const codeTypes = new Set([".js", ".mjs", ".css", ".map", ".wasm", ".woff2", ".webmanifest"]);

const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  // Hides paths from other sites.
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  // A hosted project serves pictures from its own origin, with its headers.
  "cross-origin-resource-policy": "same-origin",
  "x-permitted-cross-domain-policies": "none",
  "permissions-policy":
    "accelerometer=(), autoplay=(self), camera=(self), display-capture=(self), encrypted-media=(), fullscreen=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(self), midi=(), payment=(), usb=(), xr-spatial-tracking=()",
};

interface Served {
  modified: number;
  body: Buffer;
  etag: string;
  encoded: Map<Encoding, Buffer>;
}

/** File names of a path: a prerendered page is stored under its path. */
function namesOf(relative: string): string[] {
  if (relative === sep) return ["index.html"];
  return relative.endsWith(sep) ? [] : [relative, `${relative}.html`];
}

const keptDrawn = 100;

function servedAs(body: Buffer, modified = 0): Served {
  const etag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { modified, body, etag, encoded: new Map<Encoding, Buffer>() };
}

export type StaticFiles = ReturnType<typeof createStaticFiles>;

/** @param pages adds content for readers without scripts to public pages */
export function createStaticFiles(folder: string, pages?: PublicPages) {
  const cache = new Map<string, Served>();
  /** The last drawn pages, hashed and compressed once until they change. */
  const drawn = new Map<string, { text: string; served: Served }>();

  const load = async (path: string): Promise<Served | undefined> => {
    const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "ENAMETOOLONG") return undefined;
      throw error;
    });
    if (!info?.isFile()) return undefined;
    const known = cache.get(path);
    if (known?.modified === info.mtimeMs) return known;
    const served = servedAs(await readFile(path), info.mtimeMs);
    cache.set(path, served);
    return served;
  };
  const first = async (names: readonly string[]): Promise<[path: string, served: Served | undefined]> => {
    for (const name of names) {
      const path = join(folder, name);
      const served = await load(path);
      if (served) return [path, served];
    }
    return ["", undefined];
  };
  const encode = async (served: Served, encoding: Encoding): Promise<Buffer> => {
    const known = served.encoded.get(encoding);
    if (known) return known;
    const made = await compress(served.body, encoding);
    served.encoded.set(encoding, made);
    return made;
  };

  const drawnAs = (pathname: string, text: string): Served => {
    const known = drawn.get(pathname);
    if (known?.text === text) return known.served;
    const served = servedAs(Buffer.from(text));
    keepNewest(drawn, pathname, { text, served }, keptDrawn);
    return served;
  };

  return {
    async serve(request: Request): Promise<Response> {
      if (request.method !== "GET" && request.method !== "HEAD")
        return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
      const { pathname } = new URL(request.url);
      let relative: string;
      try {
        relative = normalize(decodeURIComponent(pathname));
      } catch {
        return new Response("Bad request", { status: 400 });
      }
      if (relative.includes("\0") || relative.split(sep).includes(".."))
        return new Response("Bad request", { status: 400 });
      const map = await pages?.sitemap(pathname);
      let [path, served] = map ? ["sitemap.xml", drawnAs(pathname, map)] : await first(namesOf(relative));
      if (!served) {
        // A missing file must not be answered with the app's page, which caches would store.
        if (/^\/(assets|icons|sitemaps)\//.test(relative) || codeTypes.has(extname(relative)))
          return new Response("Not found", { status: 404 });
        [path, served] = await first([fileOf(pathname) ?? "app.html", "app.html", "index.html"]);
        if (!served) return new Response("The app is not built: npm run build", { status: 503 });
      }
      const extension = extname(path);
      if (pages && extension === ".html") {
        const built = served.body.toString("utf8");
        const page = await pages.draw(built, pathname);
        if (page !== built) served = drawnAs(pathname, page);
      } else if (pages && pathname === "/robots.txt") {
        served = drawnAs(pathname, pages.robots(served.body.toString("utf8")));
      }
      const headers = new Headers(securityHeaders);
      const hashed = path.startsWith(join(folder, "assets") + sep);
      headers.set("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      const type = lookUp(types, extension) ?? "application/octet-stream";
      headers.set("content-type", type);
      headers.set("vary", "accept-encoding");
      const encoding = isWorthCompressing(type, served.body.length)
        ? encodingFor(request.headers.get("accept-encoding"))
        : undefined;
      const etag = `W/"${served.etag}"`;
      headers.set("etag", etag);
      if (request.headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
      const body = encoding ? await encode(served, encoding) : served.body;
      if (encoding) headers.set("content-encoding", encoding);
      headers.set("content-length", String(body.length));
      return new Response(request.method === "HEAD" ? null : new Uint8Array(body), { status: 200, headers });
    },
  };
}
