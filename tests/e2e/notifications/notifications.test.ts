// Notifications (S29): the bell and its list, offline reading; push messages in the service worker;
// the switch for this device; disabled kinds. tests/backend/push.test.ts covers the server.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { type ApiPerson, inDays, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { readyForOffline } from "../../fixtures/browser/offline.ts";
import { enter, fitsPhone, openBrowser, synced } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

let product: Product;
let disk: string;
let context: BrowserContext;
let page: Page;
let tess: ApiPerson;
let dana: ApiPerson;

/** Dana accepts Tess to one more campaign, which is one event. */
async function acceptOnce(title: string): Promise<string> {
  const id = randomUUID();
  await dana.insert("campaigns", {
    ...{ id, developer_id: dana.id, title, description: "Can the map be read in the dark without waking the tent?" },
    ...{ category: "travel", start_date: inDays(-3), end_date: inDays(20), status: "active", auto_select: true },
  });
  await tess.insert("applications", { id: applicationId(id, tess.id), campaign_id: id, tester_id: tess.id });
  return id;
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  disk = mkdtempSync(join(tmpdir(), "betaflock-notifications-"));
  product = await startProduct();
  dana = await signUpByApi(product, "Dana Developer", "developer");
  tess = await signUpByApi(product, "Tess Tester", "tester");
  await acceptOnce("Night map for hikers");
  await acceptOnce("Trail food planner");
  ({ context, page } = await enter(await openBrowser(join(disk, "phone"), { phone: true }), product, {
    email: tess.email,
    home: "/tester",
  }));
  await context.grantPermissions(["notifications"], { origin: product.url });
});
test.afterEach(() => context.setOffline(false));
test.afterAll(async () => {
  await context?.close();
  await product?.stop();
  rmSync(disk, { recursive: true, force: true });
});

const bell = (name: string | RegExp) => page.getByRole("banner").getByRole("link", { name });
const unread = async () =>
  (
    await product.sql<{ n: number }[]>`
      select count(*)::int as n from public.notifications where user_id = ${tess.id} and read_at is null`
  )[0]?.n;

test("S29 the bell counts; the list is read, searched and marked offline, and the marks arrive", async () => {
  await bell("Notifications, 2 unread").click();
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(2);
  await fitsPhone(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await findings(page)]).toEqual([colorScheme, []]);
  }
  // The open page updates without a reload.
  const id = await acceptOnce("Harbour guide");
  await expect(page.getByRole("listitem")).toHaveCount(3);
  await expect(bell("Notifications, 3 unread")).toBeVisible();

  await context.setOffline(true);
  await page.getByLabel("Search notifications").fill("trail food");
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: /^Mark as read/ }).click();
  await expect(bell("Notifications, 2 unread")).toBeVisible();
  await page.getByLabel("Search notifications").fill("");
  await expect(page.getByRole("listitem")).toHaveCount(3);
  await page
    .getByRole("link", { name: /You’re accepted to a test/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${product.url}/tester/tests/${id}`);
  await expect(bell("Notifications, 1 unread")).toBeVisible();
  await bell("Notifications, 1 unread").click();
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell("Notifications")).toHaveText("Notifications");
  expect(await unread()).toBe(3);
  await context.setOffline(false);
  await synced(page);
  await expect.poll(unread).toBe(0);
  await page.locator("label").filter({ hasText: "Unread" }).click();
  await expect(page.getByText("You're all caught up")).toBeVisible();
});

test(
  "S29 S30 disabled kinds are not sent, presets and topics set several kinds; the list is in Spanish",
  long,
  async () => {
    await page.goto(`${product.url}/account/notifications`);
    // Includes the badge's text, so that a failure message shows the change's state.
    const pill = page.getByRole("button", { name: /^Sync:/ });
    const off = async () => [
      (await product.sql`select notification_preferences as p from public.accounts where id = ${tess.id}`)[0]?.p,
      await pill.getAttribute("aria-label"),
    ];
    await page
      .locator("label")
      .filter({ hasText: /^None$/ })
      .click();
    await expect(page.getByRole("switch", { name: "Rewards and your account" })).not.toBeChecked();
    await page.getByRole("switch", { name: "Rewards and your account" }).click();
    const stored = async () => Object.keys((await off())[0] ?? {});
    await expect.poll(stored).not.toContain("payout_paid");
    expect(await stored()).toContain("application_accepted");
    await page.locator("label").filter({ hasText: /^All$/ }).click();
    await page.getByText("Customize").click();
    await page.getByRole("checkbox", { name: "You’re accepted to a test: In the app" }).uncheck();
    await expect.poll(off).toEqual([{ application_accepted: ["in_app"] }, "Sync: Synced"]);
    await acceptOnce("Quiet campaign");
    await page.getByRole("checkbox", { name: "You’re accepted to a test: In the app" }).check();
    await expect.poll(off).toEqual([{}, "Sync: Synced"]);
    await acceptOnce("Loud campaign");
    await expect(bell("Notifications, 1 unread")).toBeVisible();
    await bell("Notifications, 1 unread").click();
    await expect(page.getByText("Loud campaign")).toBeVisible();
    await expect(page.getByText("Quiet campaign")).toHaveCount(0);
    await page.getByLabel("Language").selectOption("Español");
    await expect(page.getByRole("heading", { level: 1, name: "Notificaciones" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Te han aceptado en una prueba" }).first()).toBeVisible();
    await page.getByLabel("Idioma").selectOption("English");
    await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  },
);

/** Sends the service worker a push message, like the browser's push service. */
async function push(session: CDPSession, data: string): Promise<void> {
  const registrationId = await new Promise<string>((found) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const one = registrations.find((r: { scopeURL: string; isDeleted: boolean }) => !r.isDeleted);
      if (one) found(one.registrationId);
    });
    void session.send("ServiceWorker.enable");
  });
  await session.send("ServiceWorker.deliverPushMessage", { origin: product.url, registrationId, data });
  await session.send("ServiceWorker.disable");
}

const shown = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

test("S29 the service worker shows each push message once, whatever its content, and opens its target", async () => {
  await page.goto(`${product.url}/tester`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await readyForOffline(page);
  const session = await context.newCDPSession(page);
  const told = { id: "n1", title: "Your payout is on its way", body: "$15.00", link: "/tester/rewards" };
  // Rarely, DevTools loses messages while the worker stops or starts.
  await expect(async () => {
    await push(session, JSON.stringify(told));
    await push(session, JSON.stringify(told));
    await expect.poll(shown, { timeout: 5_000 }).toEqual([{ title: told.title, body: told.body, tag: "n1" }]);
  }).toPass({ timeout: 30_000 });
  await push(session, "not JSON");
  await expect.poll(async () => (await shown()).length).toBe(2);
  // Simulates a press: calls the worker's handler with the shown notification.
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no service worker");
  const press = (link: string) =>
    worker.evaluate(async (to) => {
      const scope = self as unknown as {
        registration: ServiceWorkerRegistration;
        dispatchEvent(event: Event): boolean;
      };
      await scope.registration.showNotification("Pressed", { data: { link: to }, tag: "pressed" });
      const [notification] = await scope.registration.getNotifications({ tag: "pressed" });
      const made = globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event };
      scope.dispatchEvent(new made.NotificationEvent("notificationclick", { notification }));
    }, link);
  await press("/tester/rewards");
  await expect(page).toHaveURL(`${product.url}/tester/rewards`);
  await expect(page.getByRole("heading", { level: 1, name: "Rewards" })).toBeVisible();
  // Never opens another site.
  await press("https://evil.example.test/");
  await expect(page).toHaveURL(`${product.url}/notifications`);
});

test("S29 push on this device is requested by a press, registered on the server, and ends with it", async () => {
  // The browser's push service is remote, so the test replaces the subscription's address.
  await page.addInitScript(() => {
    const endpoint = "https://fcm.googleapis.com/fcm/send/this-device";
    let held: object | null = null;
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) } }),
      unsubscribe: async () => {
        held = null;
        return true;
      },
    };
    PushManager.prototype.subscribe = async (options?: PushSubscriptionOptionsInit) => {
      if (!options?.userVisibleOnly || (options.applicationServerKey as Uint8Array).length !== 65)
        throw new Error("options");
      held = subscription;
      return subscription as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => held as PushSubscription | null;
  });
  await page.goto(`${product.url}/account/notifications`);
  const toggle = page.getByRole("switch", { name: "Push on this device" });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(page.getByText("Push is on for this device")).toBeVisible();
  const devices = () => product.sql`select endpoint from public.push_subscriptions where user_id = ${tess.id}`;
  expect(await devices()).toHaveLength(1);
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(page.getByText("Push is off for this device")).toBeVisible();
  expect(await devices()).toHaveLength(0);

  await context.clearPermissions();
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  await page.goto(`${product.url}/account/notifications`);
  await expect(page.getByText("Push is blocked for this site")).toBeVisible();
});
