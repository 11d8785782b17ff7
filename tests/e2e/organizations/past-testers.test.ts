import type { Browser, Page } from "playwright/test";
import { type ApiPerson, insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { signUpVerified } from "../../fixtures/browser/mailed-links.ts";
import { fitsPhone, openDevice, openPage, signIn, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "default" });

const open = async (browser: Browser, phone = false): Promise<Page> => openPage(await openDevice(browser, { phone }));
const testersOf = (page: Page) => visit(page, "/developer/organization?tab=testers");
const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

async function take(tester: ApiPerson, campaign: string) {
  const [{ id } = { id: "" }] =
    await product.sql`select private.application_id(${campaign}::uuid, ${tester.id}::uuid) as id`;
  await tester.insert("applications", { id, campaign_id: campaign, tester_id: tester.id, message: "" });
}

test(
  "a group of past testers is invited to a private campaign, and one of them accepts from the notification",
  long,
  async ({ browser }) => {
    const owner = await signUpVerified(product, "Gerda Groups", "developer");
    const [ana, bob] = [
      await signUpVerified(product, "Ana Again", "tester"),
      await signUpVerified(product, "Bob Before", "tester"),
    ];
    const past = crypto.randomUUID();
    await insertCampaign(owner, { id: past, title: "A map for the day", max_testers: 20 });
    const hidden = crypto.randomUUID();
    const title = "A map for the night";
    await insertCampaign(owner, { id: hidden, title, visibility: "private", max_testers: 20 });
    const desk = await open(browser);
    await signIn(desk, product, owner.email, "/developer");
    await testersOf(desk);
    await expect(desk.getByText("No past testers yet")).toBeVisible();
    for (const tester of [ana, bob]) await take(tester, past);

    await desk.reload();
    await expect(row(desk, "Ana Again")).toBeVisible();
    await expect(desk.getByText(ana.email)).toHaveCount(0);
    await desk.getByRole("checkbox", { name: "Ana Again" }).check();
    await desk.getByRole("button", { name: "Add to a group" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("Name of the new group").fill("Night owls");
    await dialog.getByRole("button", { name: "Add to group" }).click();
    await expect(desk.getByText("1 tester added to “Night owls”")).toBeVisible();
    await desk.getByRole("radiogroup", { name: "Group" }).getByText("Night owls").click();
    await expect(row(desk, "Bob Before")).toHaveCount(0);
    await desk.getByRole("button", { name: "Actions for Ana Again" }).click();
    await desk.getByRole("menuitem", { name: "Add a note" }).click();
    await dialog.getByLabel("Note").fill("Writes clear steps");
    await dialog.getByRole("button", { name: "Save note" }).click();
    await expect(row(desk, "Ana Again")).toContainText("Writes clear steps");
    expect(await findings(desk)).toEqual([]);
    await fitsPhone(desk);

    // Names are unique, ignoring case.
    await desk.getByRole("button", { name: "New group" }).click();
    await dialog.getByLabel("Name").fill("NIGHT OWLS");
    await dialog.getByRole("button", { name: "Create group" }).click();
    await expect(dialog.getByText("There is a group of this name already")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await visit(desk, `/developer/campaigns/${hidden}/invitations`);
    await desk.getByRole("button", { name: "Invite testers" }).first().click();
    await dialog.getByRole("tab", { name: "Past testers" }).click();
    await expect(dialog.getByRole("checkbox", { name: /Bob Before/ })).toBeVisible();
    await dialog.getByLabel("Group").selectOption("Night owls");
    await expect(dialog.getByRole("checkbox", { name: /Bob Before/ })).toHaveCount(0);
    await dialog.getByRole("checkbox", { name: "All in this list: 1 tester" }).check();
    await dialog.getByRole("button", { name: "Check selection" }).click();
    await expect(dialog.getByText("1 tester will be invited.")).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    expect(await product.sql`select 1 from private.tester_invitations where campaign_id = ${hidden}`).toHaveLength(0);
    await dialog.getByRole("button", { name: "Send 1 invitation" }).click();
    await expect(row(desk, "Ana Again")).toContainText("Sent");

    const phone = await open(browser, true);
    await signIn(phone, product, ana.email, "/tester");
    await visit(phone, "/notifications");
    await phone.getByRole("link", { name: /Gerda Groups invites you to a test/ }).click();
    await expect(phone.getByRole("heading", { level: 1, name: `Test “${title}”` })).toBeVisible();
    await phone.reload();
    await phone.getByRole("button", { name: "Open the test" }).click();
    await expect(phone.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await visit(phone, "/notifications");
    await expect(phone.getByText("invites you to a test")).toBeVisible();
    await expect
      .poll(
        () =>
          product.sql`select 1 from public.notifications where user_id = ${ana.id} and kind = 'campaign_invited' and read_at is null`,
      )
      .toHaveLength(0);
    await desk.reload();
    await expect(row(desk, "Ana Again")).toContainText("Joined");
    for (const page of [desk, phone]) await page.context().close();
  },
);

test(
  "B2 past testers are invited in waves, on a phone too, and more of them join the running plan",
  long,
  async ({ browser }) => {
    const owner = await signUpVerified(product, "Wilma Waves", "developer");
    const [past, to] = [crypto.randomUUID(), crypto.randomUUID()];
    await insertCampaign(owner, { id: past, title: "A map for the hills", max_testers: 20 });
    await insertCampaign(owner, { id: to, title: "A map for the caves", visibility: "private", max_testers: 20 });
    for (const name of ["Abe Again", "Bea Again", "Col Again", "Dot Other"]) {
      await take(await signUpVerified(product, name, "tester"), past);
    }
    const desk = await open(browser, true);
    await signIn(desk, product, owner.email, "/developer");
    const choose = async (search: string) => {
      await visit(desk, `/developer/campaigns/${to}/invitations`);
      await desk.getByRole("button", { name: "Invite testers" }).first().click();
      const dialog = desk.getByRole("dialog");
      await dialog.getByRole("tab", { name: "Past testers" }).click();
      await dialog.getByRole("searchbox").fill(search);
      await expect(dialog.getByRole("checkbox", { name: /Abe Again/ })).toHaveCount(search === "again" ? 1 : 0);
      const all = dialog.getByRole("checkbox", { name: /^All in this list/ });
      await expect(all).toHaveAccessibleName(search === "again" ? / 3 testers$/ : / 1 tester$/);
      await all.check();
      await dialog.getByRole("button", { name: "Check selection" }).click();
      return dialog;
    };
    const dialog = await choose("again");
    await expect(dialog.getByText("3 testers will be invited.")).toBeVisible();
    await dialog.getByRole("radio", { name: "In waves" }).check();
    await dialog.getByLabel("Invitations per wave").fill("1");
    await expect(dialog.getByText(/^1 invitation now, 1 more every 2 days/)).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    await fitsPhone(desk);
    await dialog.getByRole("button", { name: "Start waves" }).click();
    const card = desk.getByRole("article", { name: "Waves of invitations" });
    await expect(card).toContainText("1 of 3 people invited");

    await choose("other");
    await dialog.getByRole("radio", { name: "In the waves that have started" }).check();
    await dialog.getByRole("button", { name: "Add 1 person" }).click();
    await expect(card).toContainText("1 of 4 people invited");
    const sent = await product.sql`select user_id from private.tester_invitations where campaign_id = ${to}`;
    expect(sent).toHaveLength(1);
    await desk.context().close();
  },
);

test(
  "a tester who blocks an organization disappears from its lists, does not see its tests, and can undo it",
  long,
  async ({ browser }) => {
    const owner = await signUpVerified(product, "Nils Nag", "developer");
    const tester = await signUpVerified(product, "Quinn Quiet", "tester");
    const [past, fresh] = [crypto.randomUUID(), crypto.randomUUID()];
    await insertCampaign(owner, { id: past, title: "Walks in the rain", max_testers: 20 });
    await take(tester, past);
    await insertCampaign(owner, { id: fresh, title: "Walks in the snow", max_testers: 20 });
    const desk = await open(browser);
    await signIn(desk, product, owner.email, "/developer");
    await testersOf(desk);
    await expect(row(desk, "Quinn Quiet")).toBeVisible();
    await synced(desk);

    const phone = await open(browser, true);
    await signIn(phone, product, tester.email, "/tester");
    await visit(phone, `/tester/tests/${fresh}`);
    await phone.getByRole("button", { name: "More actions" }).click();
    await phone.getByRole("menuitem", { name: "Block Nils Nag" }).click();
    const question = phone.getByRole("alertdialog");
    await expect(question.getByText("It won't be notified.", { exact: false })).toBeVisible();
    expect(await findings(phone)).toEqual([]);
    await question.getByRole("button", { name: "Block organization" }).click();
    await expect(phone.getByText("Its tests are not in your lists, and it cannot invite you.")).toBeVisible();
    await fitsPhone(phone);
    await visit(phone, "/tester/tests");
    await expect(phone.getByRole("link", { name: "Walks in the rain" })).toBeVisible();
    await expect(phone.getByRole("link", { name: "Walks in the snow" })).toHaveCount(0);

    await desk.reload();
    await expect(desk.getByText("No past testers yet")).toBeVisible();
    const invited = await owner.ask("POST", "rpc/invite_past_testers", {
      ...{ campaign: fresh, people: { ids: [tester.id] }, send: true },
    });
    expect(JSON.parse(invited.text)).toEqual({ invited: 0, joined: 0, waiting: 0, more: 0 });
    expect(
      await product.sql`select 1 from public.notifications where user_id = ${tester.id} and kind = 'campaign_invited'`,
    ).toEqual([]);

    // The page shows it offline too.
    await synced(phone);
    await visit(phone, "/account");
    const list = phone.getByRole("list", { name: "Blocked organizations" });
    await expect(list.getByText("Nils Nag")).toBeVisible();
    await phone.context().setOffline(true);
    await phone.reload();
    await expect(list.getByRole("button", { name: "Unblock Nils Nag" })).toBeDisabled();
    await phone.context().setOffline(false);
    await list.getByRole("button", { name: "Unblock Nils Nag" }).click();
    await expect(phone.getByText("You have not blocked any organization.", { exact: false })).toBeVisible();
    await visit(phone, "/tester/tests");
    await expect(phone.getByRole("link", { name: "Walks in the snow" })).toBeVisible();
    await desk.reload();
    await expect(row(desk, "Quinn Quiet")).toBeVisible();
    for (const page of [desk, phone]) await page.context().close();
  },
);

test(
  "a thousand past testers: searched, all selected, shown offline; a viewer only reads",
  long,
  async ({ browser }) => {
    const owner = await signUpVerified(product, "Mona Many", "developer");
    await product.sql`with people as (
      insert into public.profiles (id, name, karma) select gen_random_uuid(), 'Person ' || n, n from generate_series(1, 1000) n returning id, name)
    insert into private.org_testers (org_id, user_id, name_key) select ${owner.id}, id, private.sort_key(name) from people`;
    const desk = await open(browser);
    await signIn(desk, product, owner.email, "/developer");
    await testersOf(desk);
    await expect(desk.getByRole("checkbox", { name: "Person 1", exact: true })).toBeVisible();
    await expect(desk.getByText("1,000 testers").first()).toBeVisible();
    // The end of the list, page by page.
    const table = desk.getByRole("table", { name: "Past testers" });
    for (let rows = 201; rows <= 1001; rows += 100) {
      await expect
        .poll(async () => {
          await desk.mouse.wheel(0, 20_000);
          return Number(await table.getAttribute("aria-rowcount"));
        })
        .toBeGreaterThanOrEqual(rows);
    }
    await desk.getByLabel("Search by name").fill("person 100");
    await expect(table).toHaveAttribute("aria-rowcount", "3");
    await desk.getByRole("button", { name: "Clear", exact: false }).first().click();
    await desk.getByLabel("Karma").selectOption("500 or more");
    await expect(desk.getByText("501 testers").first()).toBeVisible();
    await desk.getByRole("checkbox", { name: "501 testers" }).check();
    await desk.getByRole("button", { name: "Select all: 501 testers" }).click();
    await desk.getByRole("button", { name: "Add to a group" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("Name of the new group").fill("Stars");
    await dialog.getByRole("button", { name: "Add to group" }).click();
    await expect(desk.getByText("501 testers added to “Stars”")).toBeVisible();
    await expect(desk.getByRole("radio", { name: /Stars/ })).toBeVisible();
    await synced(desk);
    await desk.context().setOffline(true);
    await desk.reload();
    await expect(desk.getByText("This is what you last saw", { exact: false }).first()).toBeVisible();
    await expect(row(desk, "Person 500")).toBeVisible();
    await expect(desk.getByRole("button", { name: "New group" })).toBeDisabled();
    await desk.context().setOffline(false);
    await desk.context().close();

    const viewer = await signUpVerified(product, "Vic Viewer", "developer");
    await product.sql`insert into public.organization_members (org_id, user_id, role) values (${owner.id}, ${viewer.id}, 'viewer')`;
    const other = await open(browser, true);
    await signIn(other, product, viewer.email, "/developer");
    await other.getByRole("button", { name: "More", exact: true }).click();
    await other.getByRole("button", { name: /^Organization:/ }).click();
    await other.getByRole("menuitem", { name: "Mona Many" }).click();
    await testersOf(other);
    await expect(row(other, "Person 12")).toBeVisible();
    await expect(other.getByText("As a viewer in Mona Many", { exact: false })).toBeVisible();
    await expect(other.getByRole("checkbox")).toHaveCount(0);
    await expect(other.getByRole("button", { name: /^(New group|Add to|Actions for)/ })).toHaveCount(0);
    await fitsPhone(other);
    await other.context().close();
  },
);
