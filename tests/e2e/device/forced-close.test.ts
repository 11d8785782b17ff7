// The browser closes the page's databases while the user writes a report: storage fails, an iPhone
// suspends it, or the user clears site data.
import type { Page } from "playwright/test";
import { campaignStage, openReport, question, story, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

/** Collects the page's connections, and can close them with an event, like the browser. */
const collectConnections = () => {
  const connections = new Set<IDBDatabase>();
  let rejected = false;
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (this: IDBFactory, ...args) {
    if (rejected) throw new DOMException("Internal error opening backing store", "UnknownError");
    const request = open.apply(this, args);
    request.addEventListener("success", () => connections.add(request.result));
    return request;
  };
  Object.assign(globalThis, {
    // Safari sometimes closes a connection without an event.
    closeSilently: () => {
      for (const connection of connections) connection.close();
      connections.clear();
    },
    forceClose: (reject: boolean) => {
      rejected = reject;
      for (const connection of connections) {
        connections.delete(connection);
        connection.close();
        connection.dispatchEvent(new Event("close"));
      }
    },
    letOpen: () => {
      rejected = false;
    },
  });
};

const onServer = async (draft: string) =>
  String((await stage.product.sql`select summary from feedback where id = ${draft}`)[0]?.summary);
const arrives = (draft: string, text: string) =>
  expect.poll(() => onServer(draft), { timeout: 60_000, intervals: [100] }).toBe(text);
const badge = (page: Page) => page.getByTestId("sync-badge");

async function writing(name: string) {
  const { person, draft } = await testerWithDraft(stage.product, name);
  const { context, page } = await stage.open();
  await context.addInitScript(collectConnections);
  await signIn(page, stage.product, person.email, "/tester");
  await openReport(page, stage.product, draft);
  await synced(page);
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  return { context, page, draft, loads: () => loads };
}

test("O1 O2 after the browser has closed the databases, the next input is stored and sent", long, async () => {
  const { page, draft, loads } = await writing("Flora Forced");
  await page.getByLabel(question).fill("Typed before");
  await page.evaluate("forceClose(false)");
  await page.getByLabel(question).fill("Typed after the browser closed it");
  await arrives(draft, "Typed after the browser closed it");
  await expect(page.getByLabel(question)).toHaveValue("Typed after the browser closed it");
  await synced(page);

  for (const round of [1, 2, 3, 4]) {
    const text = `Typed after it was closed without a word, ${round}`;
    await page.evaluate("closeSilently()");
    await page.getByLabel(question).fill(text);
    await arrives(draft, text);
    // A read notices it first.
    await page.evaluate("closeSilently()");
    await page.evaluate(() => {
      window.history.pushState({}, "", "/tester/feedback");
      window.dispatchEvent(new PopStateEvent("popstate"));
    });
    await expect(page.getByRole("link", { name: text })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel(question)).toHaveValue(text);
  }

  // The databases cannot reopen for a while: the badge shows an error, and the form keeps the text
  // until it can store it.
  await page.evaluate("forceClose(true)");
  await page.getByLabel(question).fill("Typed while nothing can be stored");
  await expect(badge(page)).toHaveAttribute("data-phase", "error");
  await expect(page.getByText("Not saved.")).toBeVisible();
  await expect(page.getByLabel(question)).toHaveValue("Typed while nothing can be stored");
  expect(await onServer(draft)).toBe("Typed after it was closed without a word, 4");
  await page.evaluate("letOpen()");
  await arrives(draft, "Typed while nothing can be stored");
  await synced(page);
  expect(loads()).toBe(0);
});

test("O1 O2 after the user cleared site data, the text on the screen stays and is sent", long, async () => {
  const { context, page, draft, loads } = await writing("Clara Cleared");
  await context.setOffline(true);
  await page.getByLabel(question).fill("Stored on this device alone");
  await expect(badge(page)).toHaveAttribute("data-phase", "offline");
  const control = await context.newCDPSession(page);
  await control.send("Storage.clearDataForOrigin", { origin: stage.product.url, storageTypes: "indexeddb" });
  await page.getByLabel(story).fill("And more after it was cleared");
  await expect(page.getByLabel(question)).toHaveValue("Stored on this device alone");
  await context.setOffline(false);
  await arrives(draft, "Stored on this device alone");
  await expect(page.getByLabel(question)).toHaveValue("Stored on this device alone");
  await synced(page);
  expect(loads()).toBe(0);
});
