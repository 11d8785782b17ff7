// The task editor of the campaign form.
import type { Page } from "playwright/test";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpPerson, setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct();
const dana = setUpPerson(product, "Dana Developer", "developer");
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

test(
  "B16 S16 a developer writes a script, imports one and takes a template; nothing typed is lost",
  long,
  async ({ browser }) => {
    const { context, page } = await enter(await openDevice(browser, { phone: true }), product, {
      email: dana.email,
      home: "/developer",
    });
    await page.goto(`${product.url}/developer/campaigns/create`);
    await page.getByLabel("Title", { exact: true }).fill("Trail map at night");
    await page.getByLabel("Description").fill("Can the map be read in the dark without waking the whole tent?");
    await page.getByRole("button", { name: "Next Step" }).click();
    await page.getByLabel("Start date").fill(inDays(0));
    await page.getByLabel("End date").fill(inDays(30));

    const add = async (kind: RegExp) => {
      await page.getByRole("button", { name: "Add a task" }).click();
      await page.getByRole("menuitem", { name: kind }).click();
    };
    await add(/^Script/);
    await page.getByLabel("Do (step 1)").fill("Open the map");
    await page.getByLabel("Expect (step 1)").fill("It shows where you are");
    await page.getByRole("button", { name: "Add a step" }).click();
    await page.getByLabel("Do (step 2)").fill("Turn off the light");
    // The title is missing: Next stays here and names it.
    await page.getByRole("button", { name: "Next Step" }).click();
    await expect(page.getByText("Give the task a title.")).toBeVisible();
    await expect(page.getByLabel("Title of the task")).toBeFocused();
    await page.getByLabel("Title of the task").fill("Read the map");
    await expect(page.getByText("Give the task a title.")).toBeHidden();
    await fitsPhone(page);
    expect(await findings(page)).toEqual([]);

    await page.getByRole("button", { name: "More", exact: true }).last().click();
    await page.getByRole("menuitem", { name: "Import from text or CSV…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add 0 tasks" }).click();
    await expect(dialog.getByText("No steps found.")).toBeVisible();
    await dialog
      .getByRole("textbox", { name: "Steps" })
      .fill("# Compass\n1. Turn around => The arrow follows\n2. Tilt the phone\n");
    await dialog.getByRole("button", { name: "Add 1 task" }).click();
    await expect(page.getByLabel("Title of the task")).toHaveValue("Compass");
    await page.getByRole("button", { name: "Tasks from a template" }).click();
    await page.getByRole("menuitem", { name: "Usability" }).click();
    await expect(page.getByRole("button", { name: /4\. Your overall impression/ })).toBeVisible();

    await page.getByRole("button", { name: "Actions for task 4" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await expect(page.getByRole("button", { name: /3\. Your overall impression/ })).toBeVisible();
    await page.getByRole("button", { name: "Actions for task 4" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: /4\. Everyday tasks/ })).toBeVisible();

    await page.getByRole("button", { name: "Try it" }).click();
    await expect(dialog.getByRole("heading", { name: "Step 1 of 2" })).toBeVisible();
    await fitsPhone(page);
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Pass" }).click();
    await expect(dialog.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
    await dialog.getByRole("button", { name: "Fail" }).click();
    await expect(dialog.getByText("Here testers start a report about this step.")).toBeVisible();
    await expect(dialog.getByText("Failed", { exact: true }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expect(await product.sql`select id from feedback where developer_id = ${dana.id}`).toEqual([]);

    await page.reload();
    await expect(page.getByRole("button", { name: /1\. Read the map/ })).toBeVisible();
    await page.getByRole("tab", { name: /Requirements/ }).click();
    await page.getByRole("button", { name: "Create Campaign" }).click();
    await expect(page.getByText("Campaign created!").first()).toBeVisible();
    await synced(page);
    const [brief] = await product.sql`select id, tasks from briefs where developer_id = ${dana.id}`;
    expect(
      brief?.tasks.map((task: { kind: string; title: string; steps: object[] }) => [task.kind, task.title]),
    ).toEqual([
      ["script", "Read the map"],
      ["script", "Compass"],
      ["survey", "Your overall impression"],
      ["script", "Everyday tasks"],
    ]);
    expect(brief?.tasks[0].steps).toMatchObject([
      { do: "Open the map", expect: "It shows where you are" },
      { do: "Turn off the light", expect: "" },
    ]);
    await context.close();

    const desktop = await enter(await openDevice(browser), product, { email: dana.email, home: "/developer" });
    await reorder(desktop.page, String(brief?.id));
    await desktop.context.close();
  },
);

/** Moves tasks with the mouse and by keyboard, and types a number above its limit. */
async function reorder(page: Page, id: string) {
  await visit(page, `/developer/campaigns/${id}?tab=edit&step=details`);
  const handles = page.locator("[draggable=true]");
  const task = (name: RegExp) => page.getByRole("button", { name });
  await handles.nth(1).hover();
  await page.mouse.down();
  // Two moves: the first one only begins the drag.
  await handles.nth(0).hover();
  await handles.nth(0).hover();
  await page.mouse.up();
  await expect(task(/^1\. Compass/)).toBeVisible();
  await expect(task(/^2\. Read the map/)).toBeVisible();

  await task(/^Move task 1 down/).focus();
  await page.keyboard.press("Enter");
  await expect(task(/^2\. Compass/)).toBeVisible();
  await expect(task(/^Move task 2 down/)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(task(/^4\. Compass/)).toBeVisible();
  await expect(task(/^Move task 4 up/)).toBeFocused();

  await task(/^4\. Compass/).click();
  await page.getByLabel("Expected time").fill("481");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Between 0 and 480.")).toBeVisible();
  await page.getByLabel("Expected time").fill("480");
  await expect(page.getByText("Between 0 and 480.")).toBeHidden();
}
