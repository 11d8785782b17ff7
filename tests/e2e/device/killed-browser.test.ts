// The browser dies (its process is killed, no page hears of it): what was typed until then is there
// again, and a Log Out that was under way is finished before anything is shown.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright/test";
import { campaignStage, openReport, story, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { openBrowser, openPage, signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

let disk: string;
test.beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), "betaflock-killed-"));
});
test.afterEach(() => rmSync(disk, { recursive: true, force: true, maxRetries: 10 }));

/** The browser of this disk, as started here, with all its processes. */
function killBrowser(): void {
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${id}/cmdline`, "utf8").includes(`--user-data-dir=${disk}`))
        process.kill(Number(id), "SIGKILL");
    } catch {
      // Ended meanwhile.
    }
  }
}

async function open(): Promise<Page> {
  const context = await openBrowser(disk);
  stage.contexts.push(context);
  return openPage(context);
}

/** Signed in, and the session is on the disk: the browser was closed once as it should be. */
async function signedIn(email: string): Promise<Page> {
  const page = await open();
  await signIn(page, stage.product, email, "/tester");
  await synced(page);
  await page.context().close();
  return open();
}

const sentence = "Somebody who writes without a pause, as one does who has just seen what went wrong. ";

/** Types without a pause until the browser is killed. @returns what stood in the field then */
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
  killBrowser();
  await Promise.all([typing, closed]);
  return typed;
}

/** Of a debounce that waits for a pause nothing would be here. */
async function mostIsThere(typed: string, field: Locator): Promise<void> {
  await expect.poll(() => field.inputValue(), { timeout: 60_000 }).not.toBe("");
  const kept = await field.inputValue();
  expect(sentence.repeat(20).startsWith(kept)).toBe(true);
  test.info().annotations.push({ type: "kept of what was typed", description: `${kept.length} of ${typed.length}` });
  expect(kept.length).toBeGreaterThan(typed.length / 2);
}

test(
  "S10 O1 a report that is typed without a pause is kept while it is typed: a killed browser loses the last second at most",
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

test("S13 O1 so is what is typed into a form", long, async () => {
  const { person } = await testerWithDraft(stage.product, "Frida Form");
  const page = await signedIn(person.email);
  await page.goto(`${stage.product.url}/tester/profile`);
  const bio = (on: Page) => on.getByLabel("Bio");
  const typed = await typeAndKill(page, bio(page));
  const after = await open();
  await after.goto(`${stage.product.url}/tester/profile`);
  await mostIsThere(typed, bio(after));
});

test("S3 O1 so is a message to the people who run this, by somebody who is signed out", long, async () => {
  const page = await open();
  const message = (on: Page) => on.getByLabel("Message", { exact: true });
  await page.goto(`${stage.product.url}/contact`);
  const typed = await typeAndKill(page, message(page));
  const after = await open();
  await after.goto(`${stage.product.url}/contact`);
  await mostIsThere(typed, message(after));
});

test(
  "T2 a browser that is killed while somebody logs out has nothing of them at its next start, in any tab",
  long,
  async () => {
    const { person, draft } = await testerWithDraft(stage.product, "Lara Leaving");
    const page = await signedIn(person.email);
    // Half-typed words, and a face that the worker has kept.
    await page.goto(`${stage.product.url}/tester/profile`);
    await page.getByLabel("Bio").fill("Words that nobody else may find");
    await page.evaluate(async () => {
      await (await caches.open("pictures")).put("/storage/v1/object/public/avatars/face", new Response("face"));
    });
    await openReport(page, stage.product, draft);
    const other = await page.context().newPage();
    await other.goto(`${stage.product.url}/tester`);
    await synced(other);
    // Nothing is emptied or deleted any more: as far as it gets when the browser dies at once.
    for (const tab of [page, other])
      await tab.evaluate(() => {
        IDBFactory.prototype.deleteDatabase = () => new EventTarget() as IDBOpenDBRequest;
        IDBObjectStore.prototype.clear = () => {
          throw new DOMException("Killed", "AbortError");
        };
        CacheStorage.prototype.delete = () => new Promise(() => undefined);
      });
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toContain("betaflock-wipe");
    const closed = page.context().waitForEvent("close");
    killBrowser();
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
  },
);
