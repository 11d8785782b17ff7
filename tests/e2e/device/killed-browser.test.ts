// The browser is killed without notice to its pages: input up to then is restored, and an
// unfinished Log Out completes before any page is shown.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright/test";
import { campaignStage, openReport, story, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { killBrowser } from "../../fixtures/browser/kill-browser.ts";
import { openBrowser, openPage, signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

let disk: string;
test.beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), "betaflock-killed-"));
});
test.afterEach(() => rmSync(disk, { recursive: true, force: true, maxRetries: 10 }));

async function open(): Promise<Page> {
  const context = await openBrowser(disk);
  stage.contexts.push(context);
  return openPage(context);
}

/** Signs in, and closes the browser normally once, so that the session is on disk. */
async function signedIn(email: string): Promise<Page> {
  const page = await open();
  await signIn(page, stage.product, email, "/tester");
  await synced(page);
  await page.context().close();
  return open();
}

const sentence = "Somebody who writes without a pause, as one does who has just seen what went wrong. ";

/**
 * Types without a pause until the browser is killed.
 * @returns the field's text at that time
 */
async function typeAndKill(page: Page, field: Locator): Promise<string> {
  await field.click();
  await field.fill("");
  const typing = page.keyboard.type(sentence.repeat(20), { delay: 20 }).catch(() => undefined);
  let typed = "";
  await expect
    .poll(
      async () => {
        typed = await field.inputValue();
        return typed.length;
      },
      { timeout: 60_000, intervals: [50] },
    )
    .toBeGreaterThan(160);
  const closed = page.context().waitForEvent("close");
  killBrowser(disk);
  await Promise.all([typing, closed]);
  return typed;
}

/** Fails for a debounce that waits for a pause. */
async function mostIsThere(typed: string, field: Locator): Promise<void> {
  await expect.poll(() => field.inputValue(), { timeout: 60_000 }).not.toBe("");
  const kept = await field.inputValue();
  expect(sentence.repeat(20).startsWith(kept)).toBe(true);
  test.info().annotations.push({ type: "kept of what was typed", description: `${kept.length} of ${typed.length}` });
  expect(kept.length).toBeGreaterThan(typed.length / 2);
}

test(
  "S10 O1 a report is stored while the user types without pause: a killed browser loses at most the last second",
  long,
  async () => {
    const { person, draft } = await testerWithDraft(stage.product, "Rita Report");
    const page = await signedIn(person.email);
    await openReport(page, stage.product, draft);
    const typed = await typeAndKill(page, page.getByLabel(story));
    const after = await open();
    await openReport(after, stage.product, draft);
    await mostIsThere(typed, after.getByLabel(story));
  },
);

test("S13 O1 the same for a form", long, async () => {
  const { person } = await testerWithDraft(stage.product, "Frida Form");
  const page = await signedIn(person.email);
  await page.goto(`${stage.product.url}/tester/profile`);
  const bio = (on: Page) => on.getByLabel("Bio");
  const typed = await typeAndKill(page, bio(page));
  const after = await open();
  await after.goto(`${stage.product.url}/tester/profile`);
  await mostIsThere(typed, bio(after));
});

test("S3 O1 the same for a signed-out contact message", long, async () => {
  const page = await open();
  const message = (on: Page) => on.getByLabel("Message", { exact: true });
  await page.goto(`${stage.product.url}/contact`);
  const typed = await typeAndKill(page, message(page));
  const after = await open();
  await after.goto(`${stage.product.url}/contact`);
  await mostIsThere(typed, message(after));
});

test("T2 a browser killed during Log Out has none of the user's data at its next start, in any tab", long, async () => {
  const { person, draft } = await testerWithDraft(stage.product, "Lara Leaving");
  const page = await signedIn(person.email);
  // Unsent input, and an avatar that the worker has cached.
  await page.goto(`${stage.product.url}/tester/profile`);
  await page.getByLabel("Bio").fill("Words that nobody else may find");
  await page.evaluate(async () => {
    await (await caches.open("pictures")).put("/storage/v1/object/public/avatars/face", new Response("face"));
  });
  await openReport(page, stage.product, draft);
  const other = await page.context().newPage();
  await other.goto(`${stage.product.url}/tester`);
  await synced(other);
  // Blocks clearing and deleting, which is as far as it gets if the browser is killed at once.
  for (const tab of [page, other])
    await tab.evaluate(() => {
      IDBFactory.prototype.deleteDatabase = () => new EventTarget() as IDBOpenDBRequest;
      IDBObjectStore.prototype.clear = () => {
        throw new DOMException("Killed", "AbortError");
      };
      CacheStorage.prototype.delete = () => new Promise(() => undefined);
    });
  await page.getByRole("button", { name: "Log Out" }).click();
  await page.getByRole("button", { name: "Log out and delete it" }).click();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain("betaflock-wipe");
  const closed = page.context().waitForEvent("close");
  killBrowser(disk);
  await closed;

  const after = await open();
  const seen: string[] = [];
  await after.exposeFunction("seen", (text: string) => seen.push(text));
  await after.addInitScript(() => {
    new MutationObserver(() => {
      const { seen } = window as { seen?: (text: string) => void };
      seen?.(document.body?.textContent ?? "");
    }).observe(document, { childList: true, subtree: true });
  });
  await after.goto(`${stage.product.url}/tester`);
  await expect(after).toHaveURL(/\/login/);
  await expect(after.getByRole("heading", { level: 1 })).toBeVisible();
  for (const words of ["Lara Leaving", "A map for the night", "Begun elsewhere"])
    expect(seen.some((text) => text.includes(words))).toBe(false);
  const left = () =>
    after.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name = "" }) => name);
      return { databases, caches: await caches.keys(), local: JSON.stringify({ ...localStorage }) };
    });
  await expect.poll(async () => (await left()).databases.filter((name) => !name.includes("anonymous"))).toEqual([]);
  const { caches: kept, local } = await left();
  expect(kept).not.toContain("pictures");
  for (const words of [person.id, person.email, "Lara", "Words that"]) expect(local).not.toContain(words);
});
