// Public pages for readers without scripts, and the sitemap, from this server's database. With
// hosted Supabase the function `pages` serves them.
import { keepNewest } from "../../functions/_shared/keep-newest.ts";
import { drawPage, fileOf, type PublicData } from "../../functions/_shared/public-pages.ts";
import { drawSitemap, isSitemap } from "../../functions/_shared/sitemap.ts";
import { type Log, messageOf } from "../common/log.ts";
import type { Database } from "../database/database.ts";

export type PublicPages = ReturnType<typeof createPublicPages>;

/** Crawlers and previews request a page several times in a row. */
const keptMs = 15_000;
const keptPages = 200;

/** A sitemap file reads thousands of apps, and the endpoint is public. */
const keptSitemapMs = 600_000;
const keptSitemaps = 8;

export function createPublicPages(database: Database, siteUrl: string, log: Log) {
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
      // A missing page may exist in a moment.
      if (page === null) return null;
      keepNewest(kept, path, { until: Date.now() + keptMs, page }, keptPages);
      return page;
    },
    sitemap: (request) => ask("sitemap($1::jsonb)", JSON.stringify(request)),
  };
  const sitemaps = new Map<string, { until: number; text: Promise<string> }>();
  let drawing: Promise<unknown> = Promise.resolve();
  /** Serialized: uses at most one connection. Concurrent callers share the result. */
  const sitemapFile = (pathname: string): Promise<string> => {
    const known = sitemaps.get(pathname);
    if (known && known.until > Date.now()) return known.text;
    const text = drawing.then(() => drawSitemap(pathname, data, site));
    drawing = text.catch(() => sitemaps.delete(pathname));
    keepNewest(sitemaps, pathname, { until: Date.now() + keptSitemapMs, text }, keptSitemaps);
    return text;
  };
  return {
    /** Adds the head to the built page; unchanged for a path without a page. */
    async draw(built: string, pathname: string): Promise<string> {
      if (fileOf(pathname) === null) return built;
      try {
        return await drawPage(built, pathname, data, { site, files: site });
      } catch (error) {
        // The app itself does not need it.
        log("page_not_drawn", { message: messageOf(error) });
        return built;
      }
    },
    async sitemap(pathname: string): Promise<string | null> {
      if (!isSitemap(pathname)) return null;
      const index = await sitemapFile("/sitemap.xml");
      if (pathname === "/sitemap.xml") return index;
      // Invented ids must not cause work.
      return index.includes(`${pathname}</loc>`) ? sitemapFile(pathname) : null;
    },
    robots: (text: string): string => `${text.trimEnd()}\n\nSitemap: ${site}/sitemap.xml\n`,
  };
}
