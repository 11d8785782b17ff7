// A developer's announcement to accepted testers, which they can read offline.
// tests/sql/announcements.test.ts covers thousands of testers.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, openPage, signIn, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const { product, dana, tess } = setUpDeveloperAndTester();
const announcementsOf = (id: string) => `/developer/campaigns/${id}/announcements`;
const send = (page: Page) => page.getByRole("button", { name: "Send announcement" });
const bell = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

test(
  "an announcement is previewed as testers see it, drafted until it is sent, and readable offline by an accepted tester",
  long,
  async ({ browser }) => {
    const id = randomUUID();
    const title = "A map for the night";
    await insertCampaign(dana, { id, title, max_testers: 20 });
    await tess.insert("applications", { id: applicationId(id, tess.id), campaign_id: id, tester_id: tess.id });
    const [{ context: desktop, page: desk }, { context, page: phone }] = await Promise.all([
      enter(await openDevice(browser), product, { email: dana.email, home: "/developer" }),
      enter(await openDevice(browser, { phone: true }), product, { email: tess.email, home: "/tester" }),
    ]);
    await expect(bell(phone, "Notifications, 1 unread")).toBeVisible();
    const line = "<b>Build 2</b> is out: https://example.test/2";
    const last = `Please install it before Friday. ${"So long a text wraps. ".repeat(20).trim()}`;

    await test.step("the developer writes it, loses the network, and finds it again", async () => {
      await visit(desk, announcementsOf(id));
      await expect(desk.getByText("Nothing has been announced yet")).toBeVisible();
      await expect(desk.getByText("Goes to 1 accepted tester")).toBeVisible();
      await send(desk).click();
      await expect(desk.getByText("Write what you want to tell your testers")).toBeVisible();
      await expect(desk.getByLabel("Text")).toBeFocused();
      await desk.getByLabel("Title").fill("New build");
      await desk.getByLabel("Text").fill(`${line}\n\n${last}`);
      const preview = desk.getByRole("article");
      await expect(preview.getByRole("heading", { name: "New build" })).toBeVisible();
      for (const text of ["Dana Developer", line, last]) await expect(preview).toContainText(text);
      await expect(preview.locator("b, a")).toHaveCount(0);
      expect(await findings(desk)).toEqual([]);
      await fitsPhone(desk);
      await desktop.setOffline(true);
      await expect(desk.getByText("What you type stays on this device. Connect to send it.")).toBeVisible();
      await expect(send(desk)).toBeDisabled();
      await desk.reload();
      await expect(desk.getByLabel("Title")).toHaveValue("New build");
      await expect(desk.getByLabel("Text")).toHaveValue(`${line}\n\n${last}`);
      await desktop.setOffline(false);
      await send(desk).click();
      await expect(desk.getByText("Announcement sent", { exact: true })).toBeVisible();
      await expect(desk.getByText("Sent to 1 tester")).toBeVisible();
      await expect(desk.getByRole("listitem").getByRole("heading", { name: "New build" })).toBeVisible();
      await expect(desk.getByLabel("Text")).toHaveValue("");
    });

    await test.step("the tester opens the notification without a network and reads it, which marks it as read", async () => {
      await expect(bell(phone, "Notifications, 2 unread")).toBeVisible();
      await synced(phone);
      await context.setOffline(true);
      await bell(phone, "Notifications, 2 unread").click();
      await phone.getByRole("link", { name: `Announcement on ${title}` }).click();
      const announcement = phone.getByRole("article").filter({ hasText: "New build" });
      await expect(announcement).toBeInViewport();
      for (const text of ["Dana Developer", "New", line, last]) await expect(announcement).toContainText(text);
      await expect(announcement.locator("b, a")).toHaveCount(0);
      expect(await findings(phone)).toEqual([]);
      await fitsPhone(phone);
      await expect(bell(phone, "Notifications")).toBeVisible();
      // Marked as new for this visit, and not at the next one.
      await expect(announcement.getByText("New", { exact: true })).toBeVisible();
      await phone.clock.setSystemTime(Date.now() + 60_000);
      await phone.reload();
      await expect(announcement).toContainText(last);
      await expect(announcement.getByText("New", { exact: true })).toHaveCount(0);
      await context.setOffline(false);
      await expect
        .poll(
          () =>
            product.sql`select 1 from public.notifications where user_id = ${tess.id} and kind = 'announcement' and read_at is not null`,
        )
        .toHaveLength(1);
    });

    await test.step("only the latest of several is open, and removed ones leave the tester's device", async () => {
      for (const body of ["The second one", "The third one"]) {
        const answer = await dana.ask("POST", "rpc/send_announcement", {
          campaign: id,
          id: randomUUID(),
          title: "",
          body,
        });
        expect(answer.status).toBe(200);
      }
      await visit(phone, `/tester/tests/${id}`);
      await expect(phone.getByText("The third one")).toBeVisible();
      await expect(bell(phone, "Notifications")).toBeVisible();
      // The next visit is offline, so only the device's clock is available.
      await context.setOffline(true);
      await phone.clock.setSystemTime(Date.now() + 120_000);
      await phone.reload();
      await expect(phone.getByText("The third one")).toBeVisible();
      await expect(phone.getByText("The second one")).toHaveCount(0);
      await context.setOffline(false);
      await phone.getByRole("button", { name: "Show 2 earlier announcements" }).click();
      await expect(phone.getByText("The second one")).toBeVisible();
      await desk
        .getByRole("listitem")
        .filter({ hasText: "The third one" })
        .getByRole("button", { name: "Remove" })
        .click();
      await desk.getByRole("alertdialog").getByRole("button", { name: "Remove announcement" }).click();
      await expect(desk.getByText("The announcement has been removed")).toBeVisible();
      await expect(desk.getByText("The third one")).toHaveCount(0);
      await expect(phone.getByText("The third one")).toHaveCount(0);
      await expect(phone.getByText("The second one")).toBeVisible();
    });

    await test.step("the fourth of a day is rejected, and its text stays", async () => {
      await desk.getByLabel("Text").fill("One more thing");
      await send(desk).click();
      await expect(desk.getByRole("alert")).toContainText("A campaign can have 3 announcements a day.");
      await expect(desk.getByLabel("Text")).toHaveValue("One more thing");
    });
    for (const one of [desktop, context]) await one.close();
  },
);

test("a viewer reads announcements and can neither send nor remove them", long, async ({ browser }) => {
  const [id, org] = [randomUUID(), randomUUID()];
  const vera = await signUpByApi(product, "Vera Viewer", "developer");
  expect((await dana.ask("POST", "rpc/create_organization", { id: org, name: "Night Team" })).status).toBeLessThan(300);
  await product.sql`insert into public.organization_members (org_id, user_id, role) values (${org}, ${vera.id}, 'viewer')`;
  await insertCampaign(dana, { id, title: "Walks in the rain", org_id: org });
  const text = { campaign: id, id: randomUUID(), title: "", body: "It rains from Friday on." };
  expect((await dana.ask("POST", "rpc/send_announcement", text)).status).toBe(200);
  const page = await openPage(await openDevice(browser));
  await signIn(page, product, vera.email, "/developer");
  await visit(page, announcementsOf(id));
  await expect(page.getByText("It rains from Friday on.")).toBeVisible();
  await expect(page.getByText("Sent to 0 testers")).toBeVisible();
  await expect(page.getByText("As a viewer in Night Team", { exact: false })).toBeVisible();
  await expect(send(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Remove" })).toHaveCount(0);
  await page.context().close();
});
