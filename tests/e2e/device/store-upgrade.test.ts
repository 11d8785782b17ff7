// The app was updated, and what lies on the device is an earlier version's: it opens in a tunnel
// all the same, says what it is doing, and loses nothing when the tab is killed in the middle. That
// every row comes over is tests/sync/upgrade.test.ts.
import type { Page } from "playwright/test";
import { campaignStage, openReport, question, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn, synced } from "../../fixtures/browser/people.ts";
import { startProductProcess } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage(startProductProcess);

/** As an earlier version left it: without a format, with other columns. */
const makeOlder = (page: Page, person: string) =>
  page.evaluate(async (id) => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
    const table = async (database: string, name: string) => {
      const db = await answer(indexedDB.open(database));
      return db.transaction(name, "readwrite").objectStore(name);
    };
    const rows = (collection: string) => table(`rxdb-dexie-betaflock-${id}-1--0--${collection}`, "docs");
    const internal = await rows("_rxdb_internal");
    const noted = await answer(internal.get("collection|feedback-0"));
    const { known: _, ...properties } = noted.data.schema.properties;
    noted.data.schema = { ...noted.data.schema, properties, required: Object.keys(properties) };
    noted.data.schemaHash = "an earlier version's";
    await answer(internal.put(noted));
    const reports = await rows("feedback");
    for (const { known: _gone, ...report } of await answer(reports.getAll())) await answer(reports.put(report));
    await answer((await table(`betaflock-side-${id}`, "meta")).delete("format"));
  }, person);

const generations = (page: Page, person: string) =>
  page.evaluate(async (id) => {
    const names = (await indexedDB.databases()).map(({ name = "" }) => name);
    const found = names.flatMap((name) => name.match(new RegExp(`^rxdb-dexie-betaflock-${id}-(\\d+)--`))?.[1] ?? []);
    return [...new Set(found)];
  }, person);

test(
  "O1 O2 after an update the store of before is brought up to date, offline, over a killed tab, with what was not sent",
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
    await context.setOffline(true);
    // Chromium's emulated tunnel ends where a page ends, a moment before its scripts.
    await stage.product.kill();
    await before.getByLabel(question).fill("Typed before the update");
    await expect(before.getByRole("button", { name: /^Sync: .*1 / })).toBeVisible();
    await makeOlder(before, person.id);
    await before.close();

    const killed = await context.newPage();
    const control = await context.newCDPSession(killed);
    // Slow enough to be caught in the act.
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
    expect(await generations(after, person.id)).toEqual(["2"]);
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
    // The columns had changed: everything was pulled once more, into a store of its own.
    await expect.poll(() => generations(after, person.id)).toEqual(["3"]);
    await expect(after.getByLabel(question)).toHaveValue("Typed before the update");
  },
);
