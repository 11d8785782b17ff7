// Reminders on the screens: a campaign's switch, notifications of testers and reviewers, and
// preferences. tests/sql/reminders.test.ts covers their times; here the sending function's clock is
// moved.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { inDays, insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, publishWithoutBuild, synced } from "../../fixtures/browser/people.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const mapId = "0d000000-0000-4000-8000-000000000001";

const { product, dana, tess } = setUpDeveloperAndTester();
let desk: Page;
let phone: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  await insertCampaign(dana, { id: mapId, title: "Night map for hikers" });
  await dana.insert("briefs", { id: mapId, developer_id: dana.id, build_url: "https://example.test/build" });
  await tess.insert("applications", {
    id: applicationId(mapId, tess.id),
    campaign_id: mapId,
    tester_id: tess.id,
  });
  ({ page: desk } = await enter(await openDevice(browser), product, { email: dana.email, home: "/developer" }));
  ({ page: phone } = await enter(await openDevice(browser, { phone: true }), product, {
    email: tess.email,
    home: "/tester",
  }));
});
test.afterAll(async () => {
  for (const page of [desk, phone]) await page?.context().close();
});

const zoneOf = async (who: string) =>
  (await product.sql<{ time_zone: string }[]>`select time_zone from public.accounts where id = ${who}`)[0]?.time_zone;
/**
 * Runs the schedule at noon some days from now; twice, because the first run only finds reviewers.
 */
async function noonIn(days: number, who: string): Promise<void> {
  // Earlier e-mails must be sent, because a queued one delays the next.
  await product.sql`delete from private.deliveries where user_id = ${who}`;
  for (const _ of [1, 2])
    await product.sql`
      select private.send_reminders(((now() at time zone z.zone)::date + ${days}::int + time '12:00') at time zone z.zone)
      from private.time_zone_of(${who}) z (zone)`;
}
const bell = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

test("B3 the account stores the device's time zone, and this leaves nothing pending", long, async () => {
  for (const [page, who] of [
    [desk, dana.id],
    [phone, tess.id],
  ] as const) {
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await expect.poll(() => zoneOf(who)).toBe(zone);
    await synced(page);
  }
});

test("B3 S15 a campaign is created without reminders; they are switched on while it runs", long, async () => {
  const remind = desk.getByRole("switch", { name: "Remind testers" });
  const next = desk.getByRole("button", { name: "Next Step" });
  await desk.goto(`${product.url}/developer/campaigns/create`);
  await desk.getByLabel("Title").fill("Quiet campaign");
  await desk.getByLabel("Description").fill("Nobody is reminded of anything here.");
  await next.click();
  await desk.getByLabel("Start date").fill(inDays(1));
  await desk.getByLabel("End date").fill(inDays(20));
  await expect(remind).toBeChecked();
  await fitsPhone(desk);
  for (const colorScheme of ["light", "dark"] as const) {
    await desk.emulateMedia({ colorScheme });
    expect([colorScheme, await findings(desk)]).toEqual([colorScheme, []]);
  }
  await remind.click();
  await expect(remind).not.toBeChecked();
  await next.click();
  await next.click();
  await desk.getByRole("button", { name: "Create Campaign" }).click();
  await desk.waitForURL(/\/developer\/campaigns(\?.*)?$/);
  await desk.getByRole("link", { name: "Quiet campaign" }).first().click();
  await expect(desk.getByRole("heading", { level: 1, name: "Quiet campaign" })).toBeVisible();
  await publishWithoutBuild(desk, desk.getByRole("button", { name: "Publish", exact: true }));
  const reminders = desk.locator("dl > div", { hasText: "Remind testers" }).locator("dd");
  await expect(reminders).toHaveText("Off");
  const stored = async () =>
    (await product.sql`select status, reminders from public.campaigns where title = 'Quiet campaign'`)[0];
  await expect.poll(stored).toEqual({ status: "active", reminders: false });

  await desk.getByRole("tab", { name: "Edit" }).click();
  await desk.getByRole("tab", { name: "Details" }).click();
  await remind.click();
  await desk.getByRole("button", { name: "Save Changes" }).click();
  await expect(reminders).toHaveText("On");
  await expect.poll(stored).toEqual({ status: "active", reminders: true });
});

test("B3 S29 a tester is reminded of the build; opening the test marks it as read", long, async () => {
  await noonIn(2, tess.id);
  await bell(phone, "Notifications, 2 unread").click();
  const reminder = phone.getByRole("listitem").filter({ hasText: "Download the build to start testing" });
  await expect(reminder).toContainText("Night map for hikers");
  await fitsPhone(phone);
  await reminder.getByRole("link").click();
  await expect(phone).toHaveURL(`${product.url}/tester/tests/${mapId}`);
  await expect(bell(phone, "Notifications")).toBeVisible();
});

test("B3 S29 S30 reminders have separate preferences, and a disabled one is not shown", long, async () => {
  await phone.goto(`${product.url}/account/notifications`);
  await phone.getByText("Customize").click();
  const group = phone.getByRole("rowgroup").filter({ hasText: "Reminders" });
  await expect(group.getByRole("rowheader")).toHaveText([
    "Reminders",
    "You haven't downloaded the build",
    "You haven't sent a report",
    "You haven't checked in today",
    "You haven't answered requested changes",
    "You haven't checked a fix",
  ]);
  await fitsPhone(phone);
  await phone.getByRole("checkbox", { name: "You haven't downloaded the build: In the app" }).uncheck();
  await expect
    .poll(
      async () => (await product.sql`select notification_preferences as p from accounts where id = ${tess.id}`)[0]?.p,
    )
    .toEqual({ reminder_build: ["in_app"] });
  await noonIn(4, tess.id);
  const kinds = () =>
    product.sql`select kind from notifications where user_id = ${tess.id} and kind like 'reminder%'`.then((rows) =>
      rows.map((row) => row.kind),
    );
  expect(await kinds()).toEqual(["reminder_build"]);
  // E-mail is still on. The first reminder was read, so its e-mail may be cancelled.
  expect(
    await product.sql`select count(*)::int as n from private.deliveries d where user_id = ${tess.id} and kind = 'reminder_build'
      and not exists (select from notifications n where n.id = d.notification_id)`,
  ).toEqual([{ n: 1 }]);
  const language = phone.getByRole("banner").getByRole("combobox");
  await language.selectOption("Español");
  await expect(phone.getByRole("rowheader", { name: "No has descargado la compilación" })).toBeVisible();
  await language.selectOption("English");
  await expect(phone.getByRole("rowheader", { name: "You haven't downloaded the build" })).toBeVisible();
});

test(
  "B3 S17 a developer reminds testers without a report; the button says when that is possible again",
  long,
  async () => {
    await desk.goto(`${product.url}/developer/campaigns/${mapId}/applicants`);
    const remind = desk.getByRole("button", { name: "Remind 1 tester without a report" });
    await remind.click();
    const dialog = desk.getByRole("alertdialog");
    expect(await findings(desk)).toEqual([]);
    await dialog.getByRole("button", { name: "Remind testers" }).click();
    await expect(desk.getByText("1 tester will be reminded")).toBeVisible();
    await expect(remind).toBeDisabled();
    await expect(desk.getByText(/Possible again: \w+day, /)).toBeVisible();
    await expect(remind).toHaveAccessibleDescription(/Possible again/);
    await fitsPhone(desk);
    await noonIn(5, tess.id);
    await phone.goto(`${product.url}/notifications`);
    await expect(phone.getByRole("listitem").filter({ hasText: "Send your first report" })).toContainText(
      "Night map for hikers",
    );
    // The third reminder of this test was the last.
    await desk.reload();
    await expect(desk.getByRole("row", { name: /Tess/ })).toBeVisible();
    await expect(remind).toBeHidden();
  },
);

test(
  "B3 S18 reviewers are notified that a report will soon be auto-approved, until they view the reports",
  long,
  async () => {
    await tess.insert("feedback", {
      ...{ id: randomUUID(), campaign_id: mapId, application_id: applicationId(mapId, tess.id), tester_id: tess.id },
      ...{ type: "bug", rating: 2, summary: "The map is too bright", details: "At night.", status: "submitted" },
    });
    await noonIn(6, dana.id);
    await desk.goto(`${product.url}/notifications`);
    const reminder = desk.getByRole("listitem").filter({ hasText: "1 report will soon be approved automatically" });
    await expect(reminder).toContainText(/Night map for hikers · Within (24|48) hours/);
    await reminder.getByRole("link").click();
    await expect(desk.getByRole("heading", { name: /The map is too bright/ })).toBeVisible();
    const unread = () =>
      product.sql`select 1 from notifications where user_id = ${dana.id} and kind = 'reminder_review' and read_at is null`;
    await expect.poll(unread).toHaveLength(0);
  },
);
