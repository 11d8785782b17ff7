// The public pages as readers without scripts get them, and the sitemap, from the database of this
// server. With hosted Supabase the function `pages` does it.
import { drawPage, drawSitemap, fileOf, isSitemap, type PublicData } from "../../functions/_shared/public-pages.ts";
import type { Database } from "../database/database.ts";
import { type Log, messageOf } from "../log.ts";

export interface PublicPages {
  /** The built page with its head; as it is where the path has no page of its own. */
  draw(built: string, pathname: string): Promise<string>;
  /** A file of the sitemap; null: another path. */
  sitemap(pathname: string): Promise<string | null>;
  /** robots.txt with the sitemap's address. */
  robots(text: string): string;
}

/** Crawlers and previews ask for a page several times in a row. */
const keptMs = 15_000;
const keptPages = 200;

/** A file of the sitemap walks over thousands of apps, and anybody may ask for it. */
const keptSitemapMs = 600_000;
const keptSitemaps = 8;

export function createPublicPages(database: Database, siteUrl: string, log: Log): PublicPages {
  const site = siteUrl.replace(/\/$/, "");
  const ask = async (call: string, param: string): Promise<unknown> => {
    const [row] = await database.query<{ answer: string | null }>(`select public.${call}::text as answer`, [param]);
    return JSON.parse(row?.answer ?? "null");
  };
  const kept = new Map<string, { until: number; page: unknown }>();
  const data: PublicData = {
    async page(path) {
      const known = kept.get(path);
      if (known && known.until > Date.now()) return known.page;
      const page = await ask("public_page($1)", path);
      // One that is not there yet may be there in a moment.
      if (page === null) return null;
      kept.delete(path);
      for (const oldest of kept.keys()) if (kept.size >= keptPages) kept.delete(oldest);
      kept.set(path, { until: Date.now() + keptMs, page });
      return page;
    },
    sitemap: (request) => ask("sitemap($1::jsonb)", JSON.stringify(request)),
  };
  const sitemaps = new Map<string, { until: number; text: Promise<string> }>();
  let drawing: Promise<unknown> = Promise.resolve();
  /** One at a time: it takes one connection at most. Who asks meanwhile shares the answer. */
  const sitemapFile = (pathname: string): Promise<string> => {
    const known = sitemaps.get(pathname);
    if (known && known.until > Date.now()) return known.text;
    const text = drawing.then(() => drawSitemap(pathname, data, site));
    drawing = text.catch(() => sitemaps.delete(pathname));
    sitemaps.delete(pathname);
    for (const oldest of sitemaps.keys()) if (sitemaps.size >= keptSitemaps) sitemaps.delete(oldest);
    sitemaps.set(pathname, { until: Date.now() + keptSitemapMs, text });
    return text;
  };
  return {
    async draw(built, pathname) {
      if (fileOf(pathname) === null) return built;
      try {
        return await drawPage(built, pathname, data, { site, files: site });
      } catch (error) {
        // The app itself needs none of it.
        log("page_not_drawn", { message: messageOf(error) });
        return built;
      }
    },
    async sitemap(pathname) {
      if (!isSitemap(pathname)) return null;
      const index = await sitemapFile("/sitemap.xml");
      if (pathname === "/sitemap.xml") return index;
      // Other ids would each be drawn anew for whoever makes them up.
      return index.includes(`${pathname}</loc>`) ? sitemapFile(pathname) : null;
    },
    robots: (text) => `${text.trimEnd()}\n\nSitemap: ${site}/sitemap.xml\n`,
  };
}
