// The sitemap of the public pages.
import * as v from "valibot";
import { html } from "./page-descriptions.ts";
import type { PublicData } from "./public-pages.ts";

const sitemapKind = v.picklist(["apps", "tests"]);
const sitemapFiles = v.object({ files: v.array(v.object({ kind: sitemapKind, from: v.pipe(v.string(), v.uuid()) })) });
const sitemapRows = v.object({
  rows: v.array(v.object({ id: v.string(), at: v.string(), org_id: v.nullable(v.string()) })),
  next: v.nullable(v.string()),
});
/** As in SQL. With each app's developer page, within the limit of 50,000. */
const rowsPerFile = 20_000;

const xml = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${body.replaceAll("$ns", 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"')}\n`;
const urlset = (urls: readonly string[]): string => xml(`<urlset $ns>\n${urls.join("\n")}\n</urlset>`);
const url = (address: string, at = ""): string =>
  `<url><loc>${html(address)}</loc>${at === "" ? "" : `<lastmod>${html(at)}</lastmod>`}</url>`;

const sitemapFile = /^\/sitemaps\/(apps|tests)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/;
export const isSitemap = (pathname: string): boolean =>
  pathname === "/sitemap.xml" || pathname === "/sitemaps/pages.xml" || sitemapFile.test(pathname);

/** A file of the sitemap (`isSitemap`): the index, or up to 50,000 addresses. */
export async function drawSitemap(pathname: string, data: PublicData, site: string): Promise<string> {
  if (pathname === "/sitemaps/pages.xml")
    return urlset(["/", "/apps", "/about", "/contact", "/terms", "/privacy"].map((page) => url(site + page)));
  const [, kind, first] = sitemapFile.exec(pathname) ?? [];
  if (kind === undefined || first === undefined) {
    const { files } = v.parse(sitemapFiles, await data.sitemap({}));
    const names = ["pages", ...files.map((file) => `${file.kind}-${file.from}`)];
    return xml(
      `<sitemapindex $ns>\n${names
        .map((name) => `<sitemap><loc>${html(`${site}/sitemaps/${name}.xml`)}</loc></sitemap>`)
        .join("\n")}\n</sitemapindex>`,
    );
  }
  const urls: string[] = [];
  const developers = new Set<string>();
  let rows = 0;
  for (let from: string | null = first; from !== null && rows < rowsPerFile; ) {
    const page: v.InferOutput<typeof sitemapRows> = v.parse(sitemapRows, await data.sitemap({ kind, from }));
    for (const { id, at, org_id } of page.rows) {
      urls.push(url(`${site}/${kind}/${id}`, at));
      if (org_id !== null && !developers.has(org_id)) {
        developers.add(org_id);
        urls.push(url(`${site}/organizations/${org_id}`));
      }
    }
    rows += page.rows.length;
    from = page.next;
  }
  return urlset(urls);
}
