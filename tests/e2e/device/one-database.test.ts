// One database holds a user's rows. These tests cover two tabs, two versions of the app, a frozen
// tab and a killed browser.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { databaseOf, databasesIn, notedIn, storedIn } from "../../fixtures/browser/device-database.ts";
import { campaignStage, draftOf, openReport, question, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { killBrowser } from "../../fixtures/browser/kill-browser.ts";
import { logIn, openBrowser, openPage, signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();
const tester = (name: string) => testerWithDraft(stage.product, name);
const onServer = async (draft: string) =>
  String((await stage.product.sql`select summary from feedback where id = ${draft}`)[0]?.summary);
const arrives = (draft: string, text: string) =>
  expect.poll(() => onServer(draft), { timeout: 60_000, intervals: [100] }).toBe(text);
const feedback = () => `${stage.product.url}/tester/feedback`;

/** Opens a page of the site without the app's scripts. */
async function bare(page: Page): Promise<Page> {
  const opened = await page.context().newPage();
  await opened.goto(`${stage.product.url}/robots.txt`);
  return opened;
}

test("B15 O1 O2 a user has one database, and a tab shows another one's writes, offline", long, async () => {
  const { person, draft } = await tester("Olga One");
  const { context, page } = await stage.open();
  await signIn(page, stage.product, person.email, "/tester");
  await openReport(page, stage.product, draft);
  await page.getByLabel(question).fill("Typed by somebody who has one database");
  await arrives(draft, "Typed by somebody who has one database");
  await synced(page);
  const [own, ...others] = (await databasesIn(page)).filter(
    (name) => !["betaflock-anonymous", "betaflock-contact", "betaflock-drafts"].includes(name),
  );
  expect(others).toEqual([]);
  expect(own).toBe(databaseOf(person.id));

  const list = await context.newPage();
  await list.goto(feedback());
  await expect(list.getByText("Typed by somebody who has one database")).toBeVisible();
  await synced(list);
  await context.setOffline(true);
  await page.getByLabel(question).fill("Only on this device");
  await expect(list.getByText("Only on this device")).toBeVisible();
  expect(await onServer(draft)).toBe("Typed by somebody who has one database");
});

test(
  "O1 O3 a tab of an older version asks for a reload when a newer one upgrades the database, and loses nothing",
  long,
  async () => {
    const { person, draft } = await tester("Vera Versions");
    const { context, page } = await stage.open();
    await signIn(page, stage.product, person.email, "/tester");
    await openReport(page, stage.product, draft);
    await synced(page);
    const newer = await bare(page);
    await context.setOffline(true);
    await page.getByLabel(question).fill("Typed into the older version");
    await expect(page.getByText("Saved on this device")).toBeVisible();
    // The next version of the app adds a table and changes the format.
    await newer.evaluate(async (name) => {
      const { version = 0 } = (await indexedDB.databases()).find((one) => one.name === name) ?? {};
      await new Promise<void>((done, failed) => {
        const opening = indexedDB.open(name, version + 10);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore("later", { keyPath: "id" });
          opening.transaction?.objectStore("meta").put({ key: "format", value: version / 10 + 1 });
        };
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          opening.result.close();
          done();
        };
      });
    }, databaseOf(person.id));
    const asked = page.getByText("Betaflock was updated in another tab.");
    await expect(asked).toBeVisible();
    await expect(page.getByLabel(question)).toHaveValue("Typed into the older version");
    const [stored] = (await storedIn(newer, person.id, "feedback")).filter(({ id }) => id === draft);
    expect(stored?.summary).toBe("Typed into the older version");

    // The server has no newer version, so the user continues with this one.
    await context.setOffline(false);
    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await page.getByRole("button", { name: "Continue with this version" }).click();
    await expect(page.getByLabel(question)).toHaveValue("Typed into the older version", { timeout: 60_000 });
    await arrives(draft, "Typed into the older version");
    await synced(page);
  },
);

test("T2 a hanging tab does not block logging out and in again, and no later write is wiped", long, async () => {
  const { person, draft } = await tester("Hanna Hangs");
  const { context, page } = await stage.open();
  await signIn(page, stage.product, person.email, "/tester");
  await synced(page);
  const hanging = await context.newPage();
  await openReport(hanging, stage.product, draft);
  await hanging.goto(`${stage.product.url}/tester/profile`);
  // It has the drafts database open too.
  await hanging.getByLabel("Bio").fill("Half a sentence");
  await synced(hanging);
  const control = await context.newCDPSession(hanging);
  await control.send("Debugger.enable");
  const paused = new Promise((done) => control.once("Debugger.paused", done));
  await control.send("Debugger.pause");
  void hanging.evaluate("1").catch(() => undefined);
  await paused;

  await page.getByRole("button", { name: "Log Out" }).click();
  // About the unsaved bio of the hanging tab.
  await page.getByRole("button", { name: "Log out and delete it" }).click();
  await expect(page).not.toHaveURL(/\/tester/, { timeout: 30_000 });
  expect(await storedIn(page, person.id, "feedback")).toEqual([]);
  await logIn(page, stage.product, person.email, "/tester");
  await openReport(page, stage.product, draft);
  await page.getByLabel(question).fill("Written after the new login");
  await arrives(draft, "Written after the new login");
  await page.reload();
  await expect(page.getByLabel(question)).toHaveValue("Written after the new login");

  await control.send("Debugger.resume");
  await control.send("Debugger.disable");
  await page.getByLabel(question).fill("Written after the other tab went on");
  await arrives(draft, "Written after the other tab went on");
  await hanging.goto(feedback());
  await expect(hanging.getByText("Written after the other tab went on")).toBeVisible();
  expect((await storedIn(page, person.id, "feedback")).map(({ id }) => id)).toEqual([draft]);
});

test(
  "O1 O2 a browser killed during a store rebuild has the old rows or the new ones, and unsent changes",
  long,
  async () => {
    const disk = mkdtempSync(join(tmpdir(), "betaflock-rebuilt-"));
    const { person, draft } = await tester("Rika Rebuilt");
    for (const n of [1, 2, 3]) await draftOf(person, `Report ${n}`);
    const open = async () => {
      const context = await openBrowser(disk);
      stage.contexts.push(context);
      return openPage(context);
    };
    try {
      let page = await open();
      await signIn(page, stage.product, person.email, "/tester");
      await openReport(page, stage.product, draft);
      await synced(page);
      // The first three requests that clear, delete or write during the rebuild.
      for (const [at, text] of ["Before the first", "Before the second", "Before the third"].entries()) {
        await page.context().route("**/rpc/sync_push", (route) => route.abort());
        await page.getByLabel(question).fill(text);
        await expect
          .poll(async () => (await storedIn(page, person.id, "feedback")).map(({ summary }) => summary))
          .toContain(text);
        let stopped: () => void = () => undefined;
        const reached = new Promise<void>((done) => {
          stopped = done;
        });
        // Never answered: the page waits within its transaction.
        await page.context().route("**/stopped-here", () => stopped());
        await page.evaluate((after) => {
          let left = after;
          const clear = IDBObjectStore.prototype.clear;
          IDBObjectStore.prototype.clear = function (this: IDBObjectStore) {
            const request = clear.call(this);
            if (left-- > 0) return request;
            const waiting = new XMLHttpRequest();
            waiting.open("GET", "/stopped-here", false);
            waiting.send();
            return request;
          };
        }, at * 6);
        await stage.product.sql`select private.new_epoch()`;
        // A new epoch sends no change notification, so the test starts the pull.
        await page.evaluate(() => window.dispatchEvent(new Event("online")));
        await reached;
        const closed = page.context().waitForEvent("close");
        killBrowser(disk);
        await closed;

        page = await open();
        await page.goto(`${stage.product.url}/robots.txt`);
        const summaries = (await storedIn(page, person.id, "feedback")).map(({ summary }) => String(summary));
        expect(summaries.sort()).toEqual(["Report 1", "Report 2", "Report 3", text].sort());
        expect(await notedIn(page, person.id, "checkpoints")).toBeDefined();
        await openReport(page, stage.product, draft);
        await expect(page.getByLabel(question)).toHaveValue(text);
        await arrives(draft, text);
        await synced(page);
        expect(await notedIn(page, person.id, "generation")).toBe(at + 2);
      }
    } finally {
      rmSync(disk, { recursive: true, force: true, maxRetries: 10 });
    }
  },
);
