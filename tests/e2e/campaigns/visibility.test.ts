// A campaign that is private, then unlisted, then private again: the developer's settings, and a
// tester's access through lists, the address and the API.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { inDays, insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, openPage, signIn, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const { product, dana, tess } = setUpDeveloperAndTester();
const title = "A map that nobody knows";

/** Returns the API's responses to Tess about the campaign, per endpoint. */
async function toTess(id: string) {
  const row = { id: applicationId(id, tess.id), campaign_id: id, tester_id: tess.id };
  const flag = { id: randomUUID(), reporter_id: tess.id, content_type: "campaign", content_id: id, reason: "Spam" };
  return [
    await tess.ask("GET", `campaigns?select=title&id=eq.${id}`),
    await tess.ask("POST", "applications", row),
    await tess.ask("POST", "flags", flag),
    await tess.ask("POST", "rpc/open_campaign", { campaign: id }),
  ];
}
const visibility = (page: Page, name: string) => page.getByRole("radio", { name: new RegExp(`^${name}`) });
const missing = (page: Page) => page.getByText("This test is not available");

test(
  "a private campaign is found nowhere; unlisted, its address opens it; private again, it leaves the device",
  long,
  async ({ browser }) => {
    await insertCampaign(dana, { id: randomUUID(), title: "Trail food planner" });
    const { context, page: desk } = await enter(await openDevice(browser), product, {
      email: dana.email,
      home: "/developer",
    });
    const phone = await openPage(await openDevice(browser, { phone: true }));

    await test.step("a developer makes it private", async () => {
      await visit(desk, "/developer/campaigns/create");
      const next = desk.getByRole("button", { name: "Next Step" });
      await desk.getByLabel("Title").fill(title);
      await desk.getByLabel("Description").fill("Can the map be read in the dark, far from any road?");
      await next.click();
      await desk.getByLabel("Start date").fill(inDays(0));
      await desk.getByLabel("End date").fill(inDays(20));
      await expect(visibility(desk, "Public")).toBeChecked();
      await visibility(desk, "Private").check();
      expect(await findings(desk)).toEqual([]);
      await fitsPhone(desk);
      await next.click();
      await next.click();
      await desk.getByRole("button", { name: "Create Campaign" }).click();
      await desk.getByRole("button", { name: "Publish now" }).click();
      await desk.getByRole("button", { name: "Publish without a build" }).click();
      await expect(desk.getByText("Campaign published")).toBeVisible();
      await desk.getByRole("link", { name: title }).click();
      await expect(desk.getByText("Private", { exact: true }).first()).toBeVisible();
      await synced(desk);
    });
    const [made] = await product.sql`select id, visibility, status from public.campaigns where title = ${title}`;
    expect(made).toMatchObject({ visibility: "private", status: "active" });
    const id = String(made?.id);
    const address = `/tester/tests/${id}`;

    await test.step("to an outsider it does not exist", async () => {
      await signIn(phone, product, tess.email, "/tester");
      await visit(phone, "/tester/tests");
      await expect(phone.getByRole("link", { name: "Trail food planner" })).toBeVisible();
      await synced(phone);
      await expect(phone.getByRole("link", { name: title })).toBeHidden();
      await visit(phone, address);
      await expect(missing(phone)).toBeVisible();
      const unknown = await toTess(randomUUID());
      expect(unknown.map(({ status }) => status)).toEqual([200, 422, 422, 200]);
      expect(await toTess(id)).toEqual(unknown);
    });

    await test.step("unlisted, its address opens it, and no list shows it before", async () => {
      await visit(desk, `/developer/campaigns/${id}?tab=edit&step=details`);
      await visibility(desk, "Unlisted").check();
      await desk.getByRole("button", { name: "Save Changes" }).click();
      await expect(desk.getByText("This campaign is unlisted")).toBeVisible();
      await expect(desk.getByRole("button", { name: "Share" })).toBeVisible();
      await synced(desk);
      await visit(phone, "/tester/tests");
      await synced(phone);
      await expect(phone.getByRole("link", { name: title })).toBeHidden();
      await visit(phone, address);
      await expect(phone.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await synced(phone);
    });

    await test.step("made private without a network, it leaves the device once the developer is back", async () => {
      await context.setOffline(true);
      await visit(desk, `/developer/campaigns/${id}?tab=edit&step=details`);
      await visibility(desk, "Private").check();
      await desk.getByRole("button", { name: "Save Changes" }).click();
      await expect(desk.getByText("Private", { exact: true }).first()).toBeVisible();
      await context.setOffline(false);
      await synced(desk);
      // Visibility changes send no notification to testers, so the device learns of it with its
      // next pull.
      await phone.reload();
      await expect(missing(phone)).toBeVisible();
    });
  },
);
