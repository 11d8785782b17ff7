// Public pages before and without scripts: link preview, structured data, <noscript>, and the first
// drawing of a test's page. Titles and descriptions are untrusted and always pass through `html`.
import * as v from "valibot";
import { lookUp } from "./look-up.ts";
import { type Addresses, type Described, describe, html, publicPage } from "./page-descriptions.ts";
import { spoken } from "./page-texts.ts";

export interface PublicData {
  page(path: string): Promise<unknown>;
  sitemap(request: { kind?: string; from?: string }): Promise<unknown>;
}

/** The built file for a path; null for a path without a page. */
export function fileOf(pathname: string): string | null {
  if (pathname === "/") return "index.html";
  if (/^\/(?:about|apps|contact|login|privacy|register|terms)$/.test(pathname)) return `${pathname.slice(1)}.html`;
  if (/^\/tests\/[^/]+$/.test(pathname)) return "test.html";
  return /^\/(?:apps|organizations|b)\/[^/]+$/.test(pathname) ? "app.html" : null;
}

const decoded = (text: string): string =>
  text.replace(/&(#39|quot|lt|gt|amp);/g, (_, name: string) => lookUp(entities, name) ?? "");
const entities: Readonly<Record<string, string>> = { "#39": "'", quot: '"', lt: "<", gt: ">", amp: "&" };

/** A sketch without values stays hidden, and the app draws the page. */
const fillSketch = (built: string, pathname: string, values: Described["sketch"]): string =>
  values === undefined
    ? built
    : built
        .replace('data-drawn="no"', () => `data-drawn="${html(pathname)}"`)
        .replace(/%(\w+)%/g, (found, name: string) => lookUp(values, name) ?? found);

/** Adds head and text. Search engines must not index unknown ids and builds. */
export async function drawPage(
  built: string,
  pathname: string,
  data: PublicData,
  addresses: Addresses,
): Promise<string> {
  const asked = /^\/(?:apps|organizations\/|b\/|tests\/)/.test(pathname);
  const page = asked ? v.parse(publicPage, await data.page(pathname)) : null;
  const described = describe(pathname, page, addresses);
  const title = described.title ?? decoded(/<title>([^<]*)</.exec(built)?.[1] ?? "Betaflock");
  const ownDescription = decoded(/<meta name="description" content="([^"]*)/.exec(built)?.[1] ?? "");
  const description = described.description ?? ownDescription;
  const properties = {
    "og:type": "website",
    "og:site_name": "Betaflock",
    "og:title": title.replace(/ · Betaflock$/, ""),
    "og:description": description,
    "og:url": addresses.site + pathname,
    "og:image": described.image,
  };
  const head = [
    `<link rel="canonical" href="${html(addresses.site + pathname)}">`,
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${html(content)}">`),
    '<meta name="twitter:card" content="summary">',
    (asked && page === null) || page?.kind === "build" ? '<meta name="robots" content="noindex">' : "",
    described.data,
  ].join("");
  return fillSketch(built, pathname, described.sketch)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${html(title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, before: string) => before + html(description))
    .replace("</head>", () => `${head}</head>`)
    .replace("<noscript>", () =>
      described.text === ""
        ? "<noscript>"
        : `<noscript><div class="page" lang="${spoken(page?.language ?? "")}">${described.text}</div>`,
    );
}
