// Controls do not move while responses arrive from a slow server or from the device database.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright/test";
import { createStaticFiles } from "../../../supabase/local/http/static-files.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { takeMoves, watchMoves } from "../../fixtures/browser/moves.ts";
import { openPage, resize } from "../../fixtures/browser/people.ts";
import { enterAs, sampleLogin, screensOf, settled, type Visitor, visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ sample: true });

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const fromServer = /\/(rest|functions)\/v1\//;

interface Row {
  /** A line of tests/fixtures/browser/screens.ts. */
  screen: string;
  /** Elements that the server's responses add. */
  brings?: (page: Page) => readonly Locator[];
  size?: typeof phone;
  /** A different list from the previous screen, whose response may be cached. */
  query?: string;
}

const inMain = (page: Page) => page.getByRole("main");

/** Locates the developer's approval rate. */
const figure = (page: Page) =>
  inMain(page)
    .locator("dl > div", { hasText: "Approved reports" })
    .getByText(/^(Not enough reports yet|\d+%)$/);

const rows: Readonly<Record<Exclude<Visitor, "anonymous">, readonly Row[]>> = {
  tester: [
    {
      screen: "workspace",
      brings: (page) => [inMain(page).getByRole("link", { name: "View app page" }), figure(page)],
    },
    { screen: "test", brings: (page) => [figure(page)] },
    { screen: "tests", query: "?sort=newest", brings: (page) => [inMain(page).getByText(/^\d+ tests$/)] },
    { screen: "report" },
    { screen: "rewards" },
    { screen: "notifications" },
    { screen: "account-sign-in", brings: (page) => [page.getByRole("list", { name: "Where you are logged in" })] },
  ],
  developer: [
    { screen: "dashboard" },
    { screen: "campaigns" },
    { screen: "campaign" },
    { screen: "feedback", size: desktop },
    { screen: "organization-testers", brings: (page) => [inMain(page).getByRole("table")] },
    { screen: "organization-tokens", brings: (page) => [inMain(page).getByRole("button", { name: /^Copy/ }).first()] },
  ],
  admin: [
    { screen: "users", brings: (page) => [inMain(page).getByText(/^\d+ users$/)] },
    { screen: "flags", brings: (page) => [inMain(page).getByRole("list", { name: "Flags" })] },
    { screen: "payouts", brings: (page) => [inMain(page).getByRole("table")] },
  ],
};

for (const [visitor, of] of Object.entries(rows) as [keyof typeof rows, readonly Row[]][])
  test(`R9 S7 S10 S14 S23 S29 no control moves while responses arrive (${visitor})`, long, async ({ browser }) => {
    const screens = await screensOf(product.sql);
    const pathOf = (name: string) => screens.find((one) => one.name === `${visitor}-${name}`)?.path ?? "/nowhere";
    const context = await browser.newContext({ viewport: phone });
    const page = await openPage(context);
    // The response for an admin's first page is cached, so it is immediate the next time.
    const figures = await holdRequests(page, "**/rpc/admin_numbers");
    await enterAs(page, product.url, visitor);
    await watchMoves(page);
    if (visitor === "admin") {
      const total = inMain(page).getByText("Total Users");
      await expect(total).toBeHidden();
      figures();
      await expect(total).toBeVisible();
      await settled(page);
      expect(await takeMoves(page), "dashboard").toEqual([]);
    }
    for (const { screen, brings, size = phone, query = "" } of of) {
      await test.step(screen, async () => {
        // The list's screens do not fit here: their data would be cached.
        await visit(page, "/account/security");
        await resize(page, size);
        const answer = await holdRequests(page, fromServer);
        const going = visit(page, pathOf(screen) + query);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await expect(page).not.toHaveURL(/security/);
        await takeMoves(page);
        for (const part of brings?.(page) ?? []) await expect(part).toBeHidden();
        answer();
        await going;
        for (const part of brings?.(page) ?? []) await expect(part).toBeVisible();
        await settled(page);
        expect(await takeMoves(page), screen).toEqual([]);
        await page.unroute(fromServer);
      });
    }
    // Reopened, with the sidebar.
    await page.setViewportSize(desktop);
    await page.goto(`${product.url}/${visitor}`);
    await settled(page);
    await expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
    expect(await takeMoves(page), "opened anew").toEqual([]);
    await context.close();
  });

/** Pages that users open first on a new device: home, lists, and account. */
const firsts: Readonly<Record<keyof typeof rows, readonly string[]>> = {
  tester: ["", "/tests", "/applications", "/feedback", "/account"],
  developer: ["", "/campaigns", "/apps", "/account"],
  admin: ["", "/flags", "/account"],
};

for (const [visitor, paths] of Object.entries(firsts) as [keyof typeof rows, readonly string[]][])
  test(
    `R9 S7 S14 S23 S29 no control moves while a new device receives its rows (${visitor})`,
    long,
    async ({ browser }) => {
      // Makes parts of the account page longer than usual.
      await product.sql`
      insert into private.test_devices (user_id, udid_encrypted, udid_hash, model)
      select id, 'none', encode(sha256(random()::text::bytea), 'hex'), 'iPhone17,1' from profiles
      where email = ${sampleLogin[visitor]}`;
      const context = await browser.newContext({ reducedMotion: "reduce", viewport: phone });
      const page = await openPage(context);
      await enterAs(page, product.url, visitor);
      const signedIn = await context.storageState();
      await context.close();
      for (const path of paths) {
        await test.step(path, async () => {
          const viewport = path === "" ? desktop : phone;
          const device = await browser.newContext({ reducedMotion: "reduce", viewport, storageState: signedIn });
          const first = await openPage(device);
          await watchMoves(first);
          const answer = await holdRequests(first, fromServer);
          await first.goto(`${product.url}${path === "/account" ? path : `/${visitor}${path}`}`);
          await expect(first.getByRole("heading", { level: 1 }).first()).toBeVisible();
          answer();
          await expect(first.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
          await settled(first);
          expect(await takeMoves(first), path).toEqual([]);
          await device.close();
        });
      }
    },
  );

test("R9 S26 no control moves in a flag's review while its target loads", long, async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: phone });
  const page = await openPage(context);
  // Targets of open flags are prefetched, but not a report's build.
  await product.sql`
    update feedback f set release_id = (select b.release_id from briefs b where b.id = f.campaign_id)
    where f.id = (select content_id from flags where reason like 'My report was rejected as a duplicate%')`;
  const answer = await holdRequests(page, "**/rpc/sync_get");
  await enterAs(page, product.url, "admin");
  await watchMoves(page);
  await visit(page, "/admin/flags");
  const flag = inMain(page).getByRole("listitem").filter({ hasText: "My report was rejected as a duplicate" });
  await flag.getByRole("button", { name: "Review" }).click();
  const dialog = page.getByRole("dialog");
  const hide = dialog.getByRole("switch");
  await expect(dialog.getByRole("status")).toBeVisible();
  await expect(hide).toBeHidden();
  await takeMoves(page);
  answer();
  await expect(hide).toBeVisible();
  expect(await takeMoves(page)).toEqual([]);
  await context.close();
});

/** @returns the number of elements whose style the browser recalculates when one is added */
async function styledAgain(page: Page): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["devtools.timeline"] });
  await page.evaluate(() => {
    const added = document.getElementById("main")?.appendChild(document.createElement("p"));
    document.body.getBoundingClientRect();
    added?.remove();
    document.body.getBoundingClientRect();
  });
  const trace = JSON.parse(String(await browser?.stopTracing())) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const counts = trace.traceEvents
    .filter(({ name }) => name === "UpdateLayoutTree")
    .map(({ args }) => args.elementCount);
  return Math.max(...counts.map((count) => count ?? 0));
}

test("R9 S7 a change restyles only its own elements, not the whole page", long, async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: phone });
  const page = await openPage(context);
  await enterAs(page, product.url, "tester");
  const report = (await screensOf(product.sql)).find(({ name }) => name === "tester-report")?.path ?? "/nowhere";
  for (const { path, size } of [
    { path: "/tester", size: phone },
    { path: "/tester", size: desktop },
    { path: report, size: phone },
  ]) {
    await visit(page, path);
    await resize(page, size);
    await settled(page);
    const all = await page.locator("body *").count();
    const styled = await styledAgain(page);
    expect(styled, `${path}, ${size.width} px, ${all} elements`).toBeGreaterThan(0);
    expect(styled, `${path}, ${size.width} px, ${all} elements`).toBeLessThan(all / 4);
  }
  await context.close();
});

test("R8 S27 the frame stays while navigating between the dashboard and the App Store", long, async ({ browser }) => {
  const context = await browser.newContext({ viewport: desktop });
  const page = await openPage(context);
  await enterAs(page, product.url, "tester");
  const go = async (link: string, heading: string) => {
    await page.getByRole("navigation").getByRole("link", { name: link }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  };
  // Loads its code.
  await go("App Store", "App Store");
  await go("Dashboard", "Dashboard");
  await settled(page);
  const frames = await page.evaluateHandle(() => {
    const seen: boolean[] = [];
    const look = () => {
      seen.push(document.querySelector("header") !== null);
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await go("App Store", "App Store");
  await go("Dashboard", "Dashboard");
  const seen = await frames.jsonValue();
  expect(seen.length).toBeGreaterThan(2);
  expect(seen).not.toContain(false);
  await context.close();
});

test("R9 S4 S5 a form stays in place while the rest of its page loads", long, async ({ browser }) => {
  const files = createStaticFiles(new URL("../../../dist", import.meta.url).pathname);
  let release: () => void = () => undefined;
  const server = createServer(async (asked, answer) => {
    const response = await files.serve(new Request(`http://host${asked.url}`));
    const bytes = Buffer.from(await response.arrayBuffer());
    const begun = response.headers.get("content-type")?.startsWith("text/html") ? bytes.indexOf("<form") : 0;
    answer.writeHead(response.status, Object.fromEntries(response.headers));
    if (begun > 0) {
      answer.write(bytes.subarray(0, begun));
      await new Promise<void>((done) => {
        release = done;
      });
    }
    answer.end(bytes.subarray(begun));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  // A browser without scripts shows the prerendered form.
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: desktop });
  const page = await openPage(context);
  for (const path of ["/login?redirect=%2F", "/register"]) {
    const going = page.goto(`http://127.0.0.1:${port}${path}`);
    const heading = page.getByRole("heading", { level: 1 });
    const button = page.locator("form button[type=submit]");
    await expect(heading).toBeVisible();
    await expect(button).toBeHidden();
    const before = await heading.boundingBox();
    release();
    await going;
    await expect(button).toBeVisible();
    expect(await heading.boundingBox(), path).toEqual(before);
  }
  await context.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
