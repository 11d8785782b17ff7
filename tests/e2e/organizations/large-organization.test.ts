// An organization with a thousand members and activity entries, and a user in twenty organizations.
// Desktop, phone and keyboard.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import type { ApiPerson } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { signUpVerified } from "../../fixtures/browser/mailed-links.ts";
import { fitsPhone, openDevice, openPage, scrollDownTo, signIn, synced } from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "default" });
const org = randomUUID();
const name = "Night Maps International";
let owner: ApiPerson;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  owner = await signUpVerified(product, "Olga Owner", "developer");
  await product.sql`insert into public.organizations (id, name) values (${org}, ${name})`;
  await product.sql`insert into public.organization_members (org_id, user_id, role) values (${org}, ${owner.id}, 'owner')`;
  await product.sql`
    with people as (
      insert into public.profiles (id, name, email, role)
      select gen_random_uuid(), 'Person ' || to_char(n, 'FM0000'), 'person' || n || '@example.test', 'developer'
      from generate_series(1, 999) n returning id, name)
    insert into public.organization_members (org_id, user_id, role, joined_at)
    select ${org}, p.id, (array['viewer', 'reviewer', 'manager', 'admin'])[1 + right(p.name, 1)::int % 4], now() - interval '1 day'
    from people p`;
  await product.sql`
    insert into private.organization_activity (org_id, actor_id, actor_name, action, target_id, details, created_at)
    select ${org}, ${owner.id}, 'Olga Owner', 'feedback_approved', gen_random_uuid(),
      jsonb_build_object('summary', 'Report ' || n, 'campaign_title', 'A map for the night'), now() - make_interval(mins => n)
    from generate_series(1, 1000) n`;
  await product.sql`
    with more as (
      insert into public.organizations (name) select 'Organization ' || to_char(n, 'FM00') from generate_series(1, 18) n returning id)
    insert into public.organization_members (org_id, user_id, role) select m.id, ${owner.id}, 'viewer' from more m`;
});

const rows = (page: Page) => page.getByRole("table").getByRole("row");
const switcher = (page: Page) => page.getByRole("button", { name: /^Organization:/ });
async function chosen(page: Page, phone: boolean): Promise<void> {
  await signIn(page, product, owner.email, "/developer");
  await synced(page);
  if (phone) await page.getByRole("button", { name: "More", exact: true }).click();
  await switcher(page).click();
  await page.getByRole("menuitem", { name }).click();
  await page.goto(`${product.url}/developer/organization?tab=members`);
  await expect(page.getByText(/^(1,000|999) members$/)).toBeVisible();
}
const roleOf = async (email: string) =>
  (
    await product.sql`select m.role from public.organization_members m join public.profiles p on p.id = m.user_id
      where m.org_id = ${org} and p.email = ${email}`
  )[0]?.role;

test(
  "a thousand members on a desktop: search, filter, load more, another role and removal",
  long,
  async ({ browser }) => {
    const page = await openPage(await openDevice(browser));
    await chosen(page, false);
    await expect(page.getByText("Person 0001")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    // Scrolling loads pages up to the last member; only nearby rows are in the page.
    await scrollDownTo(page, page.getByText("Person 0999"));
    expect(await rows(page).count()).toBeLessThan(200);
    await page.getByRole("searchbox").fill("person777@");
    await expect(page.getByText("Person 0777")).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    const act = async (entry: string) => {
      await page.getByRole("button", { name: "Actions for Person 0777" }).click();
      await page.getByRole("menuitem", { name: entry }).click();
    };
    await act("Change role");
    await page
      .getByRole("dialog")
      .getByRole("radio", { name: /^Admin/ })
      .check();
    await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
    await expect(page.getByRole("row", { name: /Person 0777/ })).toContainText("Admin");
    expect(await roleOf("person777@example.test")).toBe("admin");
    await act("Remove from the organization");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove member" }).click();
    await expect(page.getByText("No members found")).toBeVisible();
    await expect(page.getByText("999 members")).toBeVisible();
    expect(await roleOf("person777@example.test")).toBeUndefined();
    expect(await findings(page)).toEqual([]);

    await page.getByRole("searchbox").fill("");
    await page.getByLabel("Role").selectOption("Manager");
    await expect(page.getByText("Person 0002")).toBeVisible();
    await expect(page.getByText("Person 0001")).toHaveCount(0);
    await page.getByLabel("Role").selectOption("Owner");
    await expect(rows(page)).toHaveCount(2);
    await page.context().close();
  },
);

test("a thousand members and their activity on a phone", long, async ({ browser }) => {
  const page = await openPage(await openDevice(browser, { phone: true }));
  await chosen(page, true);
  await expect(page.getByText("Person 0001")).toBeVisible();
  await fitsPhone(page);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("searchbox").fill("Person 0500");
  await expect(page.getByText("person500@example.test")).toBeVisible();
  await page.goto(`${product.url}/developer/organization?tab=activity`);
  await expect(page.getByText("approved the report “Report 1”", { exact: false })).toBeVisible();
  // Scrolling loads pages up to the last entry.
  await scrollDownTo(page, page.getByText("approved the report “Report 1000”", { exact: false }));
  // The page contains only nearby rows.
  expect(await page.getByRole("list", { name: "Activity" }).getByRole("listitem").count()).toBeLessThan(200);
  await fitsPhone(page);
  expect(await findings(page)).toEqual([]);
  await page.context().close();
});

test("twenty organizations: the keyboard reaches each, by arrows and by its letters", long, async ({ browser }) => {
  const page = await openPage(await openDevice(browser));
  await signIn(page, product, owner.email, "/developer");
  await synced(page);
  await switcher(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Organization 01" })).toBeVisible();
  // The last one is visible too.
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "New organization" })).toBeInViewport();
  await page.keyboard.type("organization 18");
  await page.keyboard.press("Enter");
  await expect(switcher(page)).toContainText("Organization 18");
  await switcher(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(switcher(page)).toContainText(name);
  expect(await findings(page)).toEqual([]);
  await page.context().close();
});
