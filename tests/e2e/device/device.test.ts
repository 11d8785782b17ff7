// Device problems: killed and frozen tabs, a full or forbidden disk, a wrong clock, a session ended
// elsewhere, another user on the device. No input is lost, and no other user's data is shown.
import type { Browser, Page } from "playwright/test";
import { databaseOf } from "../../fixtures/browser/device-database.ts";
import { campaign, campaignStage, openReport, question, story, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { readyForOffline } from "../../fixtures/browser/offline.ts";
import { expectPageErrors } from "../../fixtures/browser/page-errors.ts";
import { logIn, password, signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

const tester = (name: string) => testerWithDraft(stage.product, name);
const openDraft = (page: Page, draft: string) => openReport(page, stage.product, draft);
const summaryOnServer = async (draft: string) =>
  String((await stage.product.sql`select summary from feedback where id = ${draft}`)[0]?.summary);
const arrives = (draft: string, text: string) =>
  expect.poll(() => summaryOnServer(draft), { timeout: 60_000, intervals: [100] }).toBe(text);

/** Counts a page's open transactions, and can stop its script when there are none. */
const countTransactions = () => {
  let open = 0;
  let idle: (() => void) | undefined;
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args);
    open++;
    const ended = () => {
      open--;
      if (open === 0) idle?.();
    };
    transaction.addEventListener("complete", ended);
    transaction.addEventListener("abort", ended);
    return transaction;
  };
  Object.assign(globalThis, {
    stopWhenIdle: () => {
      idle = () => {
        idle = undefined;
        // biome-ignore lint/suspicious/noDebugger: this is how the test freezes the tab.
        debugger;
      };
      if (open === 0) idle();
    },
  });
};

test(
  "O2 five tabs: a write shows in all; a leader that freezes or dies is replaced within ten seconds, and only one tab pushes",
  long,
  async () => {
    test.setTimeout(300_000);
    const { person, draft } = await tester("Tabea Tabs");
    const { context, page: first } = await stage.open();
    await context.addInitScript(countTransactions);
    await signIn(first, stage.product, person.email, "/tester");
    await first.goto(`${stage.product.url}/tester/feedback`);
    await synced(first);
    const others: Page[] = [];
    for (let i = 0; i < 3; i++) {
      const page = await context.newPage();
      await page.goto(`${stage.product.url}/tester/feedback`);
      await expect(page.getByText("Begun elsewhere")).toBeVisible({ timeout: 60_000 });
      others.push(page);
    }
    const typist = await context.newPage();
    await openDraft(typist, draft);
    const pushes: { page: Page; body: string }[] = [];
    for (const page of [first, ...others, typist])
      page.on("request", (request) => {
        if (request.url().endsWith("/sync_push")) pushes.push({ page, body: request.postData() ?? "" });
      });
    /** Returns tabs that pushed a text. Reports of a busy tab may arrive after its row. */
    const pushersOf = async (text: string) => {
      const found = () => pushes.filter(({ body }) => body.includes(text)).map(({ page }) => page);
      await expect.poll(() => found().length).toBeGreaterThan(0);
      return [...new Set(found())] as [Page, ...Page[]];
    };
    /** Types into the draft, in a tab that is not about to be stopped. */
    let desk = typist;
    const type = async (text: string, silent?: Page) => {
      if (desk === silent) {
        desk = desk === typist ? (others[0] as Page) : typist;
        await openDraft(desk, draft);
      }
      await desk.getByLabel(question).fill(text);
    };

    await type("Seen in every tab");
    const since = Date.now();
    await Promise.all([first, ...others].map((page) => expect(page.getByText("Seen in every tab")).toBeVisible()));
    test.info().annotations.push({ type: "shown in four other tabs after", description: `${Date.now() - since} ms` });
    await arrives(draft, "Seen in every tab");
    // Only one tab replicates. It is the first, unless the machine was too busy for seven seconds.
    const [leading, ...besides] = await pushersOf("Seen in every tab");
    expect(besides).toEqual([]);

    const holder = () =>
      desk.evaluate(async () => {
        const { held = [] } = await navigator.locks.query();
        return held.find(({ name }) => name?.startsWith("betaflock-leader-"))?.clientId;
      });
    const leader = await holder();
    // Stops it within its script: no timers, messages or responses run, and it keeps its locks.
    await type("Written before the leader is frozen", leading);
    await arrives(draft, "Written before the leader is frozen");
    // A tab within a transaction blocks the database for all others, and browsers do not freeze
    // such tabs.
    const control = await context.newCDPSession(leading);
    await control.send("Debugger.enable");
    const paused = new Promise((done) => control.once("Debugger.paused", done));
    void leading.evaluate("setTimeout(stopWhenIdle)");
    await paused;
    const frozen = Date.now();
    await type("Written while the leader is frozen", leading);
    // Seven seconds of silence and a check every two; then the new leader starts, slowly on a busy
    // machine.
    await expect.poll(holder, { timeout: 12_000, intervals: [250] }).not.toBe(leader);
    test
      .info()
      .annotations.push({ type: "taken over from a frozen tab after", description: `${Date.now() - frozen} ms` });
    await arrives(draft, "Written while the leader is frozen");
    expect(await pushersOf("Written while the leader is frozen")).not.toContain(leading);
    // Several tabs may have noticed the silence and taken the lock from each other, so read the
    // leader again.
    await type("Written by the new leader");
    await arrives(draft, "Written by the new leader");
    expect(await pushersOf("Written by the new leader")).toHaveLength(1);

    await control.send("Debugger.resume");
    await control.send("Debugger.disable");
    await type("Written after it thawed");
    await arrives(draft, "Written after it thawed");
    // Still one leader, usually the same: a machine too busy for seven seconds elects another.
    const [next, ...more] = await pushersOf("Written after it thawed");
    expect(more).toEqual([]);

    // Types in another tab first: the next leader is the tab with input.
    await type("Written before a tab crashes", next);
    await arrives(draft, "Written before a tab crashes");
    const last = await context.newCDPSession(next);
    // Never resolves, because the process has ended.
    void last.send("Page.crash").catch(() => undefined);
    await type("Written after a tab crashed");
    await arrives(draft, "Written after a tab crashed");
    expect(await pushersOf("Written after a tab crashed")).not.toContain(next);
    // The browser has aborted the frozen tab's work.
    expectPageErrors(/Transaction timed out due to inactivity|^AbortError/);
  },
);

test(
  "O1 S11 a full disk: input stays on the screen with a notice, no partial photo is stored, and work continues with free space",
  long,
  async () => {
    const { person, draft } = await tester("Quentin Quota");
    const { context, page } = await stage.openOnDisk("quota");
    // Like Chromium: the write succeeds, then the whole transaction is aborted.
    await context.addInitScript(() => {
      const isFull = () => document.documentElement.hasAttribute("data-full-disk");
      const aborted = new WeakSet<IDBTransaction>();
      const abort = (transaction: IDBTransaction) => {
        if (aborted.has(transaction)) return;
        aborted.add(transaction);
        const error = new DOMException("There is no space left.", "QuotaExceededError");
        Object.defineProperty(transaction, "error", { get: () => error, configurable: true });
        transaction.abort();
      };
      for (const method of ["put", "add"] as const) {
        const write = IDBObjectStore.prototype[method];
        IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...args) {
          const request = write.apply(this, args);
          const { transaction } = this;
          // After Dexie's own listener, because Chromium checks the quota on commit.
          if (isFull()) queueMicrotask(() => request.addEventListener("success", () => abort(transaction)));
          return request;
        };
      }
      // Dexie requests the commit explicitly, which would precede that listener.
      const { commit } = IDBTransaction.prototype;
      IDBTransaction.prototype.commit = function (this: IDBTransaction) {
        if (isFull() && this.mode === "readwrite") abort(this);
        else commit.call(this);
      };
    });
    await signIn(page, stage.product, person.email, "/tester");
    await openDraft(page, draft);
    await synced(page);
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } });
    await page.evaluate(() => document.documentElement.toggleAttribute("data-full-disk", true));
    await page.getByLabel(question).fill("Typed on a full disk");
    await expect(page.getByText("This device has no space left.").first()).toBeVisible();
    await page
      .locator('input[type="file"]')
      .last()
      .setInputFiles({ name: "full.png", mimeType: "image/png", buffer: picture });
    await expect(page.getByText("full.png").first()).toBeVisible();
    await expect(page.getByRole("list", { name: "Attachments" }).locator("img")).toHaveCount(0);
    await expect(page.getByLabel(question)).toHaveValue("Typed on a full disk");

    await page.evaluate(() => document.documentElement.toggleAttribute("data-full-disk", false));
    await page.getByLabel(story).fill("There is space again");
    await arrives(draft, "Typed on a full disk");
    const [row] = await stage.product.sql`select attachments from feedback where id = ${draft}`;
    expect(row?.attachments).toEqual([]);
  },
);

test("O1 a browser without storage shows this, and rejects input that it cannot store", long, async ({ browser }) => {
  const { person } = await tester("Petra Private");
  const context = await browser.newContext();
  stage.contexts.push(context);
  const page = await context.newPage();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
  });
  await page.goto(`${stage.product.url}/login`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByText("The data on this device could not be opened").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Leave private browsing or allow storage").first()).toBeVisible();
});

/**
 * Signs a user in where one file of the app cannot be fetched or cached.
 * @returns `arrive`, which makes the file available
 */
async function withoutFile(browser: Browser, name: string, file: string): Promise<{ page: Page; arrive: () => void }> {
  const { person } = await tester(name);
  const context = await browser.newContext({ serviceWorkers: "block" });
  stage.contexts.push(context);
  let away = true;
  await context.route(`**/assets/${file}-*.js`, (route) => (away ? route.abort() : route.continue()));
  const page = await context.newPage();
  await signIn(page, stage.product, person.email, "/tester");
  return {
    page,
    arrive: () => {
      away = false;
    },
  };
}

test(
  "O2 without the replication code the store still opens, reports being offline, and recovers when the code loads",
  long,
  async ({ browser }) => {
    const { page, arrive } = await withoutFile(browser, "Lena Later", "leader-tasks");
    await expect(page.getByTestId("sync-badge")).toHaveAttribute("data-phase", "offline", { timeout: 60_000 });
    arrive();
    await synced(page);
  },
);

/**
 * Keeps a transaction of the device database open until `releaseTransaction()`, like a hanging
 * browser.
 */
const holdStore = async (name: string) => {
  const db = await new Promise<IDBDatabase>((done, failed) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const stores = [...db.objectStoreNames];
  let held = true;
  const again = (store: IDBObjectStore) => {
    store.count().onsuccess = () => {
      if (held) again(store);
    };
  };
  const transaction = db.transaction(stores, "readwrite");
  again(transaction.objectStore(stores[0] ?? ""));
  transaction.oncomplete = () => db.close();
  Object.assign(globalThis, {
    releaseTransaction: () => {
      held = false;
    },
  });
};

test(
  "R8 O1 a store that does not open shows a message with an action after some seconds, until it opens",
  long,
  async () => {
    const { person, draft } = await tester("Sofia Stuck");
    const { context, page } = await stage.open();
    await signIn(page, stage.product, person.email, "/tester");
    await synced(page);
    // A document of this site without our scripts.
    const holder = await context.newPage();
    await holder.goto(`${stage.product.url}/robots.txt`);
    await page.close();
    await holder.evaluate(holdStore, databaseOf(person.id));
    const stuck = await context.newPage();
    await stuck.goto(`${stage.product.url}/tester/tests/${campaign}/report/${draft}`);
    const said = stuck.getByText("The data on this device is taking a long time to open");
    await expect(said).toBeVisible({ timeout: 30_000 });
    await expect(
      stuck.getByText(/Reload the page\. If that does not help, close all other Betaflock tabs/),
    ).toBeVisible();
    await stuck.getByRole("button", { name: "Reload", exact: true }).click();
    await expect(said).toBeHidden();
    await expect(said).toBeVisible({ timeout: 30_000 });
    await holder.evaluate(() => (globalThis as unknown as { releaseTransaction: () => void }).releaseTransaction());
    await expect(said).toBeHidden();
    await stuck.goto(`${stage.product.url}/tester/feedback`);
    await expect(stuck.getByText("Begun elsewhere")).toBeVisible();
  },
);

test(
  "R8 R9 a dialog whose code cannot be fetched says so and can be reopened later; closing it restores the focus",
  long,
  async ({ browser }) => {
    const { page, arrive } = await withoutFile(browser, "Dora Dialog", "dialog-box");
    await synced(page);
    const pill = page.getByTestId("sync-badge");
    await pill.click();
    await expect(page.getByText("This could not be loaded. Try again when you are online.")).toBeVisible();
    arrive();
    await pill.click();
    const title = page.getByRole("heading", { name: "Sync", exact: true });
    await expect(title).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(title).toBeHidden();
    await expect(pill).toBeFocused();
  },
);

for (const hours of [24, -24]) {
  test(
    `T1 O2 a clock that is ${hours} hours off: sign-in, writing and syncing work with right times, also opened offline`,
    long,
    async () => {
      const { person, draft } = await tester(`Carl Clock ${hours > 0 ? "Fast" : "Slow"}`);
      const { context, page } = await stage.open();
      await context.addInitScript((ms) => {
        const Real = Date;
        const now = Real.now.bind(Real);
        class Shifted extends Real {
          constructor(...args: unknown[]) {
            super(...((args.length === 0 ? [now() + ms] : args) as [number]));
          }
          static override now() {
            return now() + ms;
          }
        }
        window.Date = Shifted as DateConstructor;
      }, hours * 3_600_000);
      await logIn(page, stage.product, person.email, "/tester");
      await synced(page);
      await openDraft(page, draft);
      await page.getByLabel(question).fill("Written at the wrong time");
      await arrives(draft, "Written at the wrong time");
      await page.reload();
      await expect(page.getByLabel(question)).toHaveValue("Written at the wrong time", { timeout: 60_000 });
      const written = async () =>
        (
          await stage.product.sql`
          select captured_at <= now() as past, captured_at > now() - interval '5 minutes' as lately
          from feedback where id = ${draft}`
        )[0];
      expect(await written()).toEqual({ past: true, lately: true });

      await readyForOffline(page);
      await context.setOffline(true);
      await openDraft(page, draft);
      await page.getByLabel(question).fill("Written without a network");
      await expect(page.getByText("Saved on this device")).toBeVisible();
      await page.goto(`${stage.product.url}/tester/feedback`);
      await expect(page.getByRole("link", { name: /Written without a network/ })).toContainText("just now");
      await page.goto(`${stage.product.url}/tester/tests/${campaign}`);
      await expect(page.getByText("20 days left")).toBeVisible();
      await context.setOffline(false);
      await arrives(draft, "Written without a network");
      expect(await written()).toEqual({ past: true, lately: true });
    },
  );
}

test(
  "T1 T2 O2 a session ended elsewhere locks the drafts and loses none; the next user on the device sees none of them",
  long,
  async () => {
    const { person, draft } = await tester("Lotte Locked");
    const { person: second } = await tester("Nora Next");
    const { page } = await stage.open();
    await signIn(page, stage.product, person.email, "/tester");
    await openDraft(page, draft);
    await synced(page);
    await stage.product.sql`delete from auth.refresh_tokens where user_id::text = ${person.id}`;
    await stage.product.sql`delete from auth.sessions where user_id::text = ${person.id}`;
    await page.getByLabel(question).fill("Written while locked out");
    await expect(page.getByText("Sign in again to send your changes")).toBeVisible({ timeout: 90_000 });
    await page.reload();
    await expect(page.getByLabel(question)).toHaveValue("Written while locked out", { timeout: 60_000 });
    expect(await summaryOnServer(draft)).toBe("Begun elsewhere");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await arrives(draft, "Written while locked out");
    await synced(page);

    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByText("Signed out successfully").first()).toBeVisible({ timeout: 60_000 });
    await expect(page).not.toHaveURL(/\/tester/);
    const left = await page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map((d) => d.name ?? "");
      const cached: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname);
      return { databases, cached, local: { ...localStorage }, session: { ...sessionStorage } };
    });
    expect(left.databases.filter((name) => !name.includes("anonymous"))).toEqual([]);
    // The caches contain the app itself, and no account data.
    expect(left.cached.filter((path) => /^\/(rest|storage|auth|functions)\//.test(path))).toEqual([]);
    const kept = JSON.stringify([left.local, left.session]);
    for (const word of [person.id, person.email, "Lotte", "locked out", draft]) expect(kept).not.toContain(word);
    // Scroll positions, from the router and lib/keep-place.ts.
    expect(Object.keys(left.session).filter((key) => !/^(tsr-scroll|place$)/.test(key))).toEqual([]);
    expect(left.session.place ?? "").toMatch(/^([a-z0-9]+ [\d.]+)?$/);

    await logIn(page, stage.product, second.email, "/tester");
    await page.goto(`${stage.product.url}/tester/feedback`);
    await synced(page);
    await expect(page.getByText("Begun elsewhere")).toBeVisible();
    await expect(page.getByText("Written while locked out")).toHaveCount(0);
    await page.goto(`${stage.product.url}/tester/tests/${campaign}/report/${draft}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByLabel(question)).toHaveCount(0);
    const owners = await page.evaluate(async () => (await indexedDB.databases()).map((d) => d.name ?? ""));
    expect(owners.filter((name) => name.includes(person.id))).toEqual([]);
  },
);
