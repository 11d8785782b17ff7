// A developer's own templates: saved offline, used on another device, renamed, replaced and
// deleted.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const { product, dana } = setUpDeveloperAndTester();
const campaign = randomUUID();
const question = {
  ...{ id: randomUUID(), question: "Which map do you use?", kind: "choice", options: ["Paper", "Phone"] },
  ...{ pass: ["Phone"], required: true },
};
const stored = async () =>
  (
    await product.sql<{ template: Record<string, unknown> }[]>`
      select value as template from accounts, jsonb_each(saved_templates) where id = ${dana.id} order by value ->> 'name'`
  ).map(({ template }) => template);
const mine = (page: Page) => page.getByRole("button", { name: "My templates" });
const item = (page: Page, name: string) => page.getByRole("menuitem", { name });
const looksRight = async (page: Page) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page)).toEqual([]);
  }
};

test(
  "S16 O1 a campaign is saved as a template offline, and fills in a campaign on another device",
  long,
  async ({ browser }) => {
    await insertCampaign(dana, {
      ...{ id: campaign, title: "Night map", requirements: "A head torch", agreement: "Tell nobody." },
      ...{ effort_minutes: 40, screening: [question] },
    });
    await dana.insert("briefs", { id: campaign, developer_id: dana.id, instructions: "Walk in the dark." });
    const desk = await enter(await openDevice(browser), product, { email: dana.email, home: "/developer" });
    const { page } = desk;
    const dialog = page.getByRole("dialog");
    await visit(page, "/developer/campaigns");
    await desk.context.setOffline(true);
    const save = async () => {
      await page.getByRole("button", { name: "More actions for Night map" }).click();
      await item(page, "Save as template…").click();
      await expect(dialog.getByLabel("Name")).toHaveValue("Night map");
    };
    await save();
    await dialog.getByLabel("Name").fill(" ");
    await dialog.getByRole("button", { name: "Save template" }).click();
    await expect(dialog.getByText("Give the template a name.")).toBeVisible();
    await looksRight(page);
    await fitsPhone(page);
    await dialog.getByLabel("Name").fill("Maps by night");
    await dialog.getByLabel("Name").press("Enter");
    await expect(page.getByText("Template saved")).toBeVisible();
    await desk.context.setOffline(false);
    await synced(page);
    expect(await stored()).toEqual([
      {
        ...{ name: "Maps by night", description: "Can the map be read in the dark without waking the tent?" },
        ...{ requirements: "A head torch", instructions: "Walk in the dark.", agreement: "Tell nobody." },
        ...{ effort_minutes: 40, screening: [question] },
      },
    ]);

    const phone = await enter(await openDevice(browser, { phone: true }), product, {
      email: dana.email,
      home: "/developer",
    });
    await visit(phone.page, "/developer/campaigns/create");
    await phone.context.setOffline(true);
    await phone.page.getByLabel("Title").fill("Snow map");
    await phone.page.getByRole("button", { name: "Usability" }).click();
    const description = phone.page.getByLabel("Description");
    await expect(description).toHaveValue(/easy our app is for new users/);
    await looksRight(phone.page);
    await mine(phone.page).click();
    await item(phone.page, "Maps by night").click();
    await expect(phone.page.getByText("Template “Maps by night” applied")).toBeVisible();
    await expect(description).toHaveValue(/waking the tent/);
    await fitsPhone(phone.page);
    // Asks before it replaces changed fields.
    await description.fill("Can it be read in the snow?");
    await mine(phone.page).click();
    await item(phone.page, "Maps by night").click();
    await expect(phone.page.getByText("The template replaces: Description.")).toBeVisible();
    await phone.page.getByRole("button", { name: "Cancel" }).click();
    await phone.page.getByRole("tab", { name: /Details/ }).click();
    await expect(phone.page.getByLabel("How long one tester needs")).toHaveValue("40");
    await phone.page.getByLabel("Start date").fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
    await phone.page.getByLabel("End date").fill(new Date(Date.now() + 864_000_000).toISOString().slice(0, 10));
    await phone.page.getByRole("tab", { name: /Requirements/ }).click();
    await expect(phone.page.getByRole("textbox", { name: /^Requirements/ })).toHaveValue("A head torch");
    await expect(phone.page.getByLabel("Agreement")).toHaveValue("Tell nobody.");
    await phone.page.getByRole("button", { name: "Create Campaign" }).click();
    await expect(phone.page).toHaveURL(/\/developer\/campaigns$/);
    await phone.context.setOffline(false);
    await synced(phone.page);
    const [made] = await product.sql`
    select c.description, c.requirements, c.agreement, c.effort_minutes, b.instructions, private.full_screening(c.id, c.screening) as screening
    from campaigns c join briefs b using (id) where title = 'Snow map'`;
    expect(made).toMatchObject({
      ...{ description: "Can it be read in the snow?", requirements: "A head torch", agreement: "Tell nobody." },
      ...{ effort_minutes: 40, instructions: "Walk in the dark." },
    });
    const [asked] = made?.screening ?? [];
    expect(asked).toMatchObject({ ...question, id: expect.any(String) });
    expect(asked.id).not.toBe(question.id);

    // Renamed, replaced, deleted, and undone.
    await visit(phone.page, "/developer/campaigns/create");
    await mine(phone.page).click();
    await item(phone.page, "Manage templates…").click();
    const managing = phone.page.getByRole("dialog");
    await looksRight(phone.page);
    await managing.getByRole("button", { name: "Rename “Maps by night”" }).click();
    await managing.getByLabel("Name").fill("Night map");
    await managing.getByRole("button", { name: "Save name" }).click();
    await fitsPhone(phone.page);
    await managing.getByRole("button", { name: "Delete “Night map”" }).click();
    await expect(mine(phone.page)).toHaveCount(0);
    await phone.page.getByRole("button", { name: "Undo" }).click();
    await expect(mine(phone.page)).toBeVisible();
    await synced(phone.page);
    await dana.patch("campaigns", campaign, { requirements: "Two head torches" });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Snow map" })).toBeVisible();
    await synced(page);
    await save();
    await dialog.getByRole("button", { name: "Save template" }).click();
    await expect(page.getByText("Template saved")).toBeVisible();
    await synced(page);
    expect(await stored()).toMatchObject([{ name: "Night map", requirements: "Two head torches" }]);
    await phone.context.close();
    await desk.context.close();
  },
);
