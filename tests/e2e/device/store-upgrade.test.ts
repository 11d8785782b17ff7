// After an app update the device has a store of an earlier version: it opens offline, shows its
// progress, and loses nothing if the tab is killed. tests/sync/upgrade.test.ts checks every row.
import type { Page } from "playwright/test";
import { databaseOf, notedIn, storedIn } from "../../fixtures/browser/device-database.ts";
import { campaignStage, openReport, question, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn, synced } from "../../fixtures/browser/people.ts";
import { startProductProcess } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage(startProductProcess);

/**
 * Changes the store to an earlier version's: a lower version without indexes, an earlier format,
 * other columns.
 * @param page runs none of the app's scripts, and no other page is open
 */
const makeOlder = (page: Page, owner: string) =>
  page.evaluate(async (name) => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
    const db = await answer(indexedDB.open(name));
    const tables = [...db.objectStoreNames];
    const reading = db.transaction(tables);
    const contents = await Promise.all(
      tables.map(async (table) => {
        const store = reading.objectStore(table);
        const rows = await answer<Record<string, unknown>[]>(store.getAll());
        return { table, keyPath: store.keyPath, rows };
      }),
    );
    const { version } = db;
    db.close();
    await answer(indexedDB.deleteDatabase(name));
    const opening = indexedDB.open(name, version - 10);
    opening.onupgradeneeded = () => {
      for (const { table, keyPath, rows } of contents) {
        const store = opening.result.createObjectStore(table, { keyPath });
        for (const row of rows) {
          if (table === "feedback") delete row.known;
          if (table !== "meta" || row.key !== "format") store.put(row);
        }
      }
    };
    (await answer(opening)).close();
  }, databaseOf(owner));

test(
  "O1 O2 after an update the old store is upgraded offline, despite a killed tab, with unsent changes",
  long,
  async () => {
    test.setTimeout(300_000);
    const { person, draft } = await testerWithDraft(stage.product, "Ulla Update");
    await stage.product.sql`insert into notifications (id, user_id, kind, data, link)
    select gen_random_uuid(), ${person.id}, 'role_changed', '{}', '/' from generate_series(1, 3000)`;
    const { context, page: before } = await stage.openOnDisk("upgrade");
    await signIn(before, stage.product, person.email, "/tester");
    await openReport(before, stage.product, draft);
    await synced(before);
    const holder = await context.newPage();
    await holder.goto(`${stage.product.url}/robots.txt`);
    await context.setOffline(true);
    // Chromium's offline emulation ends with a page, a moment before its scripts.
    await stage.product.kill();
    await before.getByLabel(question).fill("Typed before the update");
    await expect(before.getByRole("button", { name: /^Sync: .*1 / })).toBeVisible();
    await before.close();
    await makeOlder(holder, person.id);

    const killed = await context.newPage();
    const control = await context.newCDPSession(killed);
    // Slow enough to observe the upgrade.
    await control.send("Emulation.setCPUThrottlingRate", { rate: 8 });
    await killed.goto(`${stage.product.url}/tester`);
    await expect(killed.getByText("Updating the data on this device")).toBeVisible({ timeout: 60_000 });
    await expect(killed.getByRole("progressbar", { name: "Progress" })).toBeVisible();
    const gone = killed.waitForEvent("crash");
    void control.send("Page.crash").catch(() => undefined);
    await gone;
    await killed.close();

    const after = await context.newPage();
    await openReport(after, stage.product, draft);
    await expect(after.getByLabel(question)).toHaveValue("Typed before the update");
    expect(await notedIn(after, person.id, "generation")).toBeUndefined();
    expect(String((await stage.product.sql`select summary from feedback where id = ${draft}`)[0]?.summary)).toBe(
      "Begun elsewhere",
    );
    await stage.product.start();
    await context.setOffline(false);
    await expect
      .poll(async () => (await stage.product.sql`select summary from feedback where id = ${draft}`)[0]?.summary, {
        timeout: 60_000,
      })
      .toBe("Typed before the update");
    await synced(after);
    // The columns changed, so all rows were pulled again.
    await expect.poll(() => notedIn(after, person.id, "generation")).toBe(2);
    await synced(after);
    expect((await storedIn(after, person.id, "notifications")).length).toBeGreaterThanOrEqual(3000);
    await expect(after.getByLabel(question)).toHaveValue("Typed before the update");
  },
);
