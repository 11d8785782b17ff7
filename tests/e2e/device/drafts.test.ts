// What was typed and is not sent yet, when tabs are closed and when the same form is open in two.
import type { Page } from "playwright/test";
import { campaignStage, openReport, story, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

test("S3 O1 two tabs of one form have a draft each, also after a reload; a closed tab's draft is taken up by the next one, and none is sent twice", async () => {
  const { page: first, context } = await stage.open();
  const message = (on: Page) => on.getByLabel("Message", { exact: true });
  const open = async () => {
    const page = await context.newPage();
    await page.goto(`${stage.product.url}/contact`);
    return page;
  };
  await first.goto(`${stage.product.url}/contact`);
  await message(first).fill("Typed in the first tab");
  const second = await open();
  await expect(message(second)).toHaveValue("");
  await message(second).fill("Typed in the second tab");
  for (const page of [first, second, first]) await page.reload();
  await expect(message(first)).toHaveValue("Typed in the first tab");
  await expect(message(second)).toHaveValue("Typed in the second tab");

  await first.close();
  const third = await open();
  await expect(message(third)).toHaveValue("Typed in the first tab");
  await message(third).fill("Typed in the first tab, and in the third one");
  await third.getByLabel("Name").fill("Dora Draft");
  await third.getByLabel("Email").fill("dora@example.test");
  await third.getByRole("button", { name: "Send" }).click();
  await expect(message(third)).toHaveValue("");
  await second.reload();
  await expect(message(second)).toHaveValue("Typed in the second tab");
  await third.close();
  const fourth = await open();
  await expect(message(fourth)).toHaveValue("");
});

test("S13 O2 a form that is open shows what another device has written, and does not write over it; what is changed in it stays", async () => {
  const { page } = await stage.open();
  const { person } = await testerWithDraft(stage.product, "Olga Open");
  await signIn(page, stage.product, person.email, "/tester/profile");
  await synced(page);
  const [name, bio] = [page.getByLabel("Full Name"), page.getByLabel("Bio")];
  await name.fill("Olga Opened");
  await person.patch("profiles", person.id, { bio: "Typed on a desk", name: "Olga Elsewhere" });
  await expect(bio).toHaveValue("Typed on a desk");
  await expect(name).toHaveValue("Olga Opened");
  await page.reload();
  await person.patch("profiles", person.id, { bio: "Typed on a desk, later" });
  await expect(bio).toHaveValue("Typed on a desk, later");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  const stored = () => stage.product.sql`select name, bio from profiles where id = ${person.id}`;
  await expect.poll(stored, { timeout: 15_000 }).toEqual([{ name: "Olga Opened", bio: "Typed on a desk, later" }]);
});

test("S10 O1 of a report whose tab is closed in the middle of a word each letter is there again, and stands over nothing that was written after it", async () => {
  const { page, context } = await stage.open();
  const { person, draft } = await testerWithDraft(stage.product, "Clara Closes");
  await signIn(page, stage.product, person.email, "/tester");
  await synced(page);
  const details = (on: Page) => on.getByLabel(story);
  /** Its last letters are in no row when the tab is gone. */
  const typeAndClose = async (text: string) => {
    const tab = await context.newPage();
    await openReport(tab, stage.product, draft);
    await details(tab).press("End");
    await tab.keyboard.type(text);
    await tab.close();
  };
  await typeAndClose(", and the map goes blank");
  await typeAndClose(" after a turn");
  await openReport(page, stage.product, draft);
  await expect(details(page)).toHaveValue("Begun, and the map goes blank after a turn");

  await typeAndClose(" to the left");
  await details(page).fill("Written in the tab that stayed open");
  await expect(page.getByText("Saved on this device")).toBeVisible();
  const later = await context.newPage();
  await openReport(later, stage.product, draft);
  await expect(details(later)).toHaveValue("Written in the tab that stayed open");
});
