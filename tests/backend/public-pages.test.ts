// Public pages without scripts: link previews, structured data, text and the sitemap, with hostile
// names; from the embedded server and the function `pages`.
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { type Person, signUp } from "../fixtures/backend/project.ts";

const hostile = `</script><script>alert(1)</script> "Quote's" <b>&amp; </noscript></title> $& 😀`;
const folder = mkdtempSync(join(tmpdir(), "betaflock-pages-"));
const built = (title: string, root: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="Built &amp; drawn." /></head><body><div id="root">${root}</div><noscript>Needs scripts.</noscript></body></html>`;
const appId = randomUUID();
const plainId = randomUUID();
const testId = randomUUID();
let backend: ListeningBackend;
let dev: Person;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), built("Betaflock: beta testing that works anywhere", "front"));
  writeFileSync(join(folder, "apps.html"), built("App Store · Betaflock", "sketch"));
  writeFileSync(join(folder, "app.html"), built("Betaflock", "waiting"));
  writeFileSync(
    join(folder, "test.html"),
    built("Betaflock", "<h1>%title%</h1><p>%developer%</p><p>%description%</p><p>%offer%</p>").replace(
      '<html lang="en">',
      '<html lang="en" data-drawn="no" data-sketch>',
    ),
  );
  writeFileSync(join(folder, "robots.txt"), "User-agent: *\nDisallow: /rest/\n");
  backend = await startOwnBackend({ schedule: false, distDir: folder });
  dev = await signUp(backend, { name: `Dana ${hostile}`.slice(0, 100), role: "developer" });
  const sql = (text: string, params: (string | number)[]) =>
    backend.database.transaction(async (session) => {
      await session.query("set local betaflock.seeding = 'on'", []);
      await session.query(text, params);
    });
  for (const [id, title] of [
    [appId, hostile],
    [plainId, "Night Map"],
  ] as const)
    await sql(
      `insert into public.apps (id, org_id, developer_id, developer_name, title, description, status, published_at, version, icon_path, screenshots)
       values ($1, $2, $2, 'Dana', $3, $4, 'published', now(), '1.2', $5, $6::jsonb)`,
      [id, dev.id, title, `${hostile}\n${"long ".repeat(200)}`, `${dev.id}/icon'&.png`, `["${dev.id}/shot 1.png"]`],
    );
  await sql(
    `insert into public.campaigns (id, org_id, developer_id, app_id, title, description, start_date, end_date, effort_minutes, status, published_at)
     values ($1, $2, $2, $3, $4, E'Tell us what you find on the map.\n\nThe %title% matters.', now()::date, now()::date + 20, 90, 'active', now())`,
    [testId, dev.id, appId, hostile],
  );
}, 60_000);
afterAll(async () => {
  await backend?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${backend.url}${path}`, { headers });
const read = async (path: string) => (await get(path)).text();
const dataIn = (page: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? "null");
const content = (page: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1];
/** Expects that no name opens or closes an element, or leaves an attribute. */
function expectIntact(page: string) {
  const tags = (name: string) => page.match(new RegExp(`<${name}[\\s>]`, "g"))?.length ?? 0;
  expect([tags("script"), tags("title"), tags("noscript"), tags("b")]).toEqual([1, 1, 1, 0]);
  expect(page.match(/<\/(?:script|title|noscript)>/g)).toHaveLength(3);
  expect(page).not.toContain("alert(1)</");
}

test("B4 P2 a build's page names it in previews and is not indexed", async () => {
  const build = randomUUID();
  await backend.database.transaction(async (session) => {
    await session.query("set local betaflock.seeding = 'on'", []);
    await session.query(
      `insert into public.releases (id, app_id, org_id, developer_id, kind, link_url, version, status, published_at)
       values ($1, $2, $3, $3, 'link', 'https://example.test/secret', $4, 'published', now())`,
      [build, appId, dev.id, hostile.slice(0, 40)],
    );
  });
  for (const path of [`/b/${build}`, `/functions/v1/pages/b/${build}`]) {
    const page = await read(path);
    // No structured data, so no script at all.
    expect(page).not.toMatch(/<script|<b>/);
    expect(page.match(/<\/(?:title|noscript)>/g)).toHaveLength(2);
    expect(content(page, "og:title")).toContain("alert(1)");
    expect(content(page, "robots")).toBe("noindex");
    expect(page).not.toContain("example.test/secret");
  }
  const unknown = await read(`/b/${randomUUID()}`);
  expect(content(unknown, "robots")).toBe("noindex");
  expect(content(unknown, "og:title")).toBe("Betaflock");
});

test("S28 P2 an app's page has its name in title, preview, data and text, however hostile it is", async () => {
  for (const path of [`/apps/${appId}`, `/functions/v1/pages/apps/${appId}`]) {
    const page = await read(path);
    expectIntact(page);
    const data = dataIn(page);
    expect(data).toMatchObject({
      ...{ "@type": "SoftwareApplication", name: hostile, softwareVersion: "1.2", operatingSystem: "Android" },
      ...{ offers: { price: 0 }, author: { name: "Dana", url: expect.stringContaining(`/organizations/${dev.id}`) } },
    });
    expect(data.screenshot).toEqual([expect.stringContaining(`/app-content/${dev.id}/shot%201.png`)]);
    expect(data).not.toHaveProperty("aggregateRating");
    expect(content(page, "og:title")).toContain("&#60;/script&#62;");
    expect(content(page, "og:title")).toContain("$&#38; 😀");
    expect(content(page, "description")?.replace(/&#\d+;/g, "x").length).toBeLessThanOrEqual(202);
    expect(content(page, "og:image")).toMatch(/\/app-content\/[0-9a-f-]+\/icon&#39;(?:%26|&amp;)\.png$/);
    expect(content(page, "twitter:card")).toBe("summary");
    expect(page).toMatch(new RegExp(`<link rel="canonical" href="http://[^"]+/apps/${appId}">`));
    expect(page).toContain(`<noscript><div class="page" lang="en"><h1>&#60;/script&#62;`);
    expect(page).toContain(`href="/tests/${testId}"`);
    expect(page).toContain("</a>, about 2 hours</li>");
    expect(page).toContain('<div id="root">waiting</div>');
  }
  const policy = (await get(`/apps/${appId}`)).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain("unsafe");
});

test("B12 P2 a test's page has its name, reward and places in preview, data and text, however hostile it is", async () => {
  for (const path of [`/tests/${testId}`, `/functions/v1/pages/tests/${testId}`]) {
    const page = await read(path);
    expectIntact(page);
    expect(dataIn(page)).toMatchObject({
      ...{ "@type": "Event", name: hostile, maximumAttendeeCapacity: 25, remainingAttendeeCapacity: 25 },
      ...{ url: expect.stringContaining(`/tests/${testId}`), organizer: { "@type": "Organization" } },
    });
    expect(content(page, "og:title")).toContain("&#60;/script&#62;");
    expect(page).toMatch(/<p>Reward: \$[\d.]+, about 2 hours<\/p>/);
    // A value that looks like a placeholder is not replaced.
    expect(page).toContain("<p>Tell us what you find on the map.\n\nThe %title% matters.</p>");
    expect(page).toContain("<h1>&#60;/script&#62;");
    expect(page).toContain(`<html lang="en" data-drawn="/tests/${testId}" data-sketch>`);
    expect(page).toContain(`redirect=%2Ftests%2F${testId}`);
  }
  const endedId = randomUUID();
  await backend.database.transaction(async (session) => {
    await session.query("set local betaflock.seeding = 'on'", []);
    await session.query(
      `insert into public.campaigns (id, org_id, developer_id, title, description, start_date, end_date, effort_minutes, status, published_at, currency, reward_amount_cents)
       values ($1, $2, $2, 'Maps of Kyoto', 'Tell us what you find on the map.', now()::date - 9, now()::date - 2, 90, 'completed', now(), 'JPY', 1250)`,
      [endedId, dev.id],
    );
  });
  const ended = await read(`/functions/v1/pages/tests/${endedId}`);
  expect(ended).toContain("<p>Reward: ¥1,250, about 2 hours</p>");
  expect(ended).not.toContain("/register?");
});

test("S28 an app's data has a rating once testers have given one", async () => {
  const tester = await signUp(backend, { name: "Tess Tester", role: "tester" });
  await backend.database.transaction(async (session) => {
    await session.query("set local betaflock.seeding = 'on'", []);
    const application = randomUUID();
    await session.query(
      `insert into public.applications (id, campaign_id, tester_id, org_id, developer_id, status) values ($1, $2, $3, $4, $4, 'accepted')`,
      [application, testId, tester.id, dev.id],
    );
    await session.query(
      `insert into public.feedback (id, campaign_id, application_id, tester_id, org_id, developer_id, rating, summary, details, status, received_at)
       values ($1, $2, $3, $4, $5, $5, 4, 'It works', 'Well', 'submitted', now())`,
      [randomUUID(), testId, application, tester.id, dev.id],
    );
  });
  // The function does not cache; the server caches a page for seconds.
  expect(dataIn(await read(`/functions/v1/pages/apps/${appId}`)).aggregateRating).toMatchObject({
    ...{ "@type": "AggregateRating", ratingValue: 4, ratingCount: 1, bestRating: 5 },
  });
  expect(dataIn(await read(`/apps/${plainId}`))).not.toHaveProperty("aggregateRating");
});

test("S27 the pages of an organization and the App Store list published apps", async () => {
  for (const prefix of ["", "/functions/v1/pages"]) {
    const page = await read(`${prefix}/organizations/${dev.id}`);
    expectIntact(page);
    expect(dataIn(page)).toMatchObject({ "@type": "Organization", name: expect.stringContaining("Dana </script>") });
    expect(page).toContain(`<a href="/apps/${plainId}">Night Map</a>`);
    const store = await read(`${prefix}/apps`);
    expect(store).toContain('<div id="root">sketch</div>');
    expect(store).toContain(`<a href="/apps/${plainId}">Night Map</a>`);
    expect(store).not.toContain("<script>");
    expect(content(store, "og:title")).toBe("App Store");
  }
});

test("S30 pages without scripts use the site's language, or English where texts are missing", async () => {
  const speak = (language: string) =>
    backend.sql(
      `update public.settings set values = values || jsonb_build_object('language', $1::text), saved_at = now() where section = 'general'`,
      [language],
    );
  const app = () => read(`/functions/v1/pages/apps/${appId}`);
  await speak("es");
  const spanish = await app();
  expect(spanish).toContain('<noscript><div class="page" lang="es">');
  expect(spanish).toContain("<h2>Buscan testers ahora mismo</h2>");
  expect(spanish).toContain("</a>, unas 2 horas</li>");
  expect(spanish).toContain('<a href="/apps">Tienda de apps</a>');
  expect(await read("/functions/v1/pages/apps")).toContain("<h2>Apps más recientes</h2>");
  // The prerendered sketch of a test is in English, so it stays hidden.
  const test = await read(`/functions/v1/pages/tests/${testId}`);
  expect(test).toContain('data-drawn="no"');
  expect(test).toMatch(
    /<noscript><div class="page" lang="es"><h1>&#60;\/script.*<p>Recompensa: [^<]+, unas 2 horas<\/p>/s,
  );
  await speak("fr");
  expect(await app()).toContain('<div class="page" lang="en">');
  await speak("en");
  expect(await app()).toContain("<h2>Looking for testers right now</h2>");
});

test("S1 the front page describes the site; unknown pages are not indexed", async () => {
  const front = await read("/");
  expect(dataIn(front)).toMatchObject({ "@type": "Organization", name: "Betaflock" });
  expect(front).toContain('<meta name="description" content="Built &#38; drawn." />');
  expect(content(front, "og:description")).toBe("Built &#38; drawn.");
  for (const path of [
    `/tests/${randomUUID()}`,
    `/apps/${randomUUID()}`,
    "/apps/none",
    `/organizations/${randomUUID()}`,
  ]) {
    const page = await read(path);
    expect(content(page, "robots")).toBe("noindex");
    if (path.startsWith("/tests/")) expect(page).toContain('data-drawn="no"');
  }
  expect(await read("/tester")).toBe(built("Betaflock", "waiting"));
});

test("R5 a rendered page is revalidated and compressed like a file", async () => {
  const first = await get(`/apps/${plainId}`, { "accept-encoding": "br" });
  expect(first.headers.get("content-encoding")).toBe("br");
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const again = await get(`/apps/${plainId}`, { "if-none-match": first.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
  const head = await fetch(`${backend.url}/apps/${plainId}`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("the sitemap lists every published app and its developer, robots.txt lists the sitemap", async () => {
  expect(await read("/robots.txt")).toMatch(
    /^User-agent: \*\nDisallow: \/rest\/\n\nSitemap: http:\/\/.*\/sitemap\.xml\n$/,
  );
  for (const prefix of ["", "/functions/v1/pages"]) {
    const index = await get(`${prefix}/sitemap.xml`);
    expect(index.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const files = [...(await index.text()).matchAll(/<loc>http:\/\/[^/]+(\/[^<]+)<\/loc>/g)].map(
      ([, path = ""]) => path,
    );
    expect(files).toHaveLength(3);
    const texts = await Promise.all(files.map((path) => read(prefix + path)));
    const paths = texts.flatMap((text) =>
      [...text.matchAll(/<loc>http:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path = ""]) => path),
    );
    expect(paths).toEqual(
      expect.arrayContaining([
        "/",
        "/apps",
        `/apps/${appId}`,
        `/apps/${plainId}`,
        `/organizations/${dev.id}`,
        `/tests/${testId}`,
      ]),
    );
    expect(new Set(paths).size).toBe(paths.length);
  }
  // No sitemap for made-up ids.
  for (const name of ["apps-none", `apps-${crypto.randomUUID()}`])
    expect((await get(`/sitemaps/${name}.xml`)).status).toBe(404);
  expect((await get("/functions/v1/pages/tester")).status).toBe(404);
});
