// /dev/mail: shows the stored e-mails of a backend without SMTP. Their links open accounts, so only
// a browser on this machine can read them, never in production or with SMTP.
import { Hono } from "hono";
import type { Mailbox } from "../auth/mail-transport.ts";
import { pathOf } from "../common/area.ts";
import type { RouteEnv } from "./edge.ts";

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const linksOf = (text: string): string[] => [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join("");

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1b2430;background:#fff}
article{border-top:1px solid #d5dbe3;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}dt{font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:0 1rem;margin:0}dd{margin:0;overflow-wrap:anywhere}a{color:#1d4ed8}
@media(prefers-color-scheme:dark){body{color:#e6eaf0;background:#12161d}a{color:#8ab4ff}article{border-color:#39424f}}`;

const headers = (type: string): Record<string, string> => ({
  "content-type": `${type}; charset=utf-8`,
  "content-security-policy":
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
});

const newestFirst = (mail: Mailbox) =>
  [...mail.messages].reverse().map(({ at, to, subject, text = "" }) => ({ at, to, subject, text }));

function pageOf(mails: ReturnType<typeof newestFirst>): string {
  const articles = mails.map(
    ({ at, to, subject, text }) =>
      `<article><h2>${escaped(subject)}</h2><dl><dt>To</dt><dd>${escaped(to)}</dd><dt>At</dt><dd><time datetime="${at}">${at}</time></dd></dl><pre>${linked(text)}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Mailbox</title><link rel="stylesheet" href="${pathOf("mailbox")}/style.css"></head>
<body><main><h1>Mailbox</h1><p>E-mails of this server. Nothing was sent: no SMTP is set up.</p>
${articles.length > 0 ? articles.join("\n") : "<p>There are no e-mails yet.</p>"}</main></body></html>`;
}

export function createMailboxRoutes(mail: Mailbox, production: boolean): Hono<RouteEnv> {
  const notFound = (): Response => new Response("Not found", { status: 404 });
  const routes = new Hono<RouteEnv>();
  routes.use(async ({ env, req }, next) => {
    const mayRead = env.fromThisMachine && !production && !mail.sends && req.method === "GET";
    return mayRead ? next() : notFound();
  });
  routes.get("/", () => new Response(pageOf(newestFirst(mail)), { headers: headers("text/html") }));
  routes.get("/style.css", () => new Response(style, { headers: headers("text/css") }));
  routes.get("/messages.json", () => {
    const shown = newestFirst(mail).map((each) => ({ ...each, links: linksOf(each.text) }));
    return new Response(JSON.stringify(shown), { headers: headers("application/json") });
  });
  routes.all("*", notFound);
  return routes;
}
