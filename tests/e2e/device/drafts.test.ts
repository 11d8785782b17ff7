// Unsent input when tabs are closed, and with the same form in two tabs.
import type { Page } from "playwright/test";
import { findings } from "../../fixtures/browser/axe.ts";
import { campaignStage, openReport, story, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { fitsPhone, signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

test(
  "S3 O1 two tabs of one form have separate drafts, also after a reload; the next tab takes over a closed tab's draft, and none is sent twice",
  long,
  async () => {
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
  },
);

test("S10 O1 Log Out asks about a report's text that is not stored yet", async () => {
  const { page, context } = await stage.open();
  const { person, draft } = await testerWithDraft(stage.product, "Lola Leaves");
  await signIn(page, stage.product, person.email, "/tester");
  await openReport(page, stage.product, draft);
  await synced(page);
  await context.setOffline(true);
  // Types and presses Log Out in one task, before anything is stored.
  await page.getByLabel(story).evaluate((field: HTMLTextAreaElement) => {
    field.focus();
    document.execCommand("insertText", false, " and typed at the last moment");
    const buttons = [...document.querySelectorAll("button")];
    buttons.find((button) => button.textContent === "Log Out" && button.offsetParent)?.click();
  });
  await expect(page.getByRole("alertdialog", { name: "Log out and lose unsent changes?" })).toBeVisible();
});

test("S13 O1 restored input is named, with Discard and Save, in a bar that stays in view", async () => {
  const { page } = await stage.open();
  const { person } = await testerWithDraft(stage.product, "Rita Restores");
  await signIn(page, stage.product, person.email, "/tester/profile");
  await page.getByLabel("Bio").fill("Typed\nover\nmany\nlines");
  await page.reload();
  await page.getByLabel("Full Name").scrollIntoViewIfNeeded();
  const bar = page.locator("form").filter({ has: page.getByLabel("Bio") });
  await expect(bar.getByText("You have unsaved changes.")).toBeInViewport();
  await expect(bar.getByRole("button", { name: "Save Changes" })).toBeInViewport();
  await bar.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByLabel("Bio")).not.toHaveValue(/Typed/);
});

test("S13 O1 restored input is announced while its form is below a small phone's screen", long, async () => {
  const { page } = await stage.open();
  const { person } = await testerWithDraft(stage.product, "Paul Phone");
  await signIn(page, stage.product, person.email, "/tester/profile");
  await page.getByLabel("Bio").fill("Typed before");
  await page.setViewportSize({ width: 375, height: 667 });
  await page.reload();
  // A reload keeps the place on the page.
  await expect(page.getByLabel("Bio")).toHaveValue("Typed before");
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole("heading", { name: "My Profile" })).toBeInViewport();
  await expect(page.getByText("You have unsaved changes.")).toBeInViewport({ ratio: 1 });
  await expect(page.locator("#form-bars").getByText("About you")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Discard changes" })).toBeInViewport({ ratio: 1 });
  // The bar returns to a form that is in view.
  await page.getByLabel("Bio").scrollIntoViewIfNeeded();
  const form = page.locator("form").filter({ has: page.getByLabel("Bio") });
  await expect(form.getByRole("button", { name: "Save Changes" })).toBeInViewport({ ratio: 1 });
  // A focused button keeps the focus when the bar moves.
  await form.getByRole("button", { name: "Discard changes" }).focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.locator("#form-bars").getByRole("button", { name: "Discard changes" })).toBeFocused();
  const save = page.getByRole("button", { name: "Save Changes" });
  await expect(form.getByRole("button", { name: "Save Changes" })).toHaveCount(0);
  await save.click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  await expect(page.getByText("You have unsaved changes.")).toHaveCount(0);
  await expect(page.getByLabel("Bio")).toHaveValue("Typed before");
});

test(
  "S13 O2 an open form shows another device's changes without overwriting them; changed fields stay",
  long,
  async () => {
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
  },
);

test(
  "S13 O2 a draft field that another device changed shows a notice, offers the other text, and loses neither",
  long,
  async () => {
    const { page } = await stage.open();
    const { person } = await testerWithDraft(stage.product, "Mia Meanwhile");
    await signIn(page, stage.product, person.email, "/tester/profile");
    await synced(page);
    const bio = page.getByLabel("Bio");
    const note = page.getByRole("status").filter({ hasText: "This was changed elsewhere in the meantime." });
    const button = (name: string) => page.getByRole("button", { name });
    await bio.fill("Typed here");
    await page.goto(`${stage.product.url}/tester`);
    await person.patch("profiles", person.id, { bio: "Typed on a desk" });
    await page.goto(`${stage.product.url}/tester/profile`);
    await expect(note).toContainText("Typed on a desk");
    await expect(bio).toHaveValue("Typed here");
    await expect(bio).toHaveAccessibleDescription(/This was changed elsewhere in the meantime.*Typed on a desk/);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await findings(page)]).toEqual([colorScheme, []]);
    }
    await fitsPhone(page);

    await test.step("the other text is accepted, and the own text restored", async () => {
      await button("Use the other version").click();
      await expect(bio).toHaveValue("Typed on a desk");
      await expect(note).toBeHidden();
      await expect(button("Put mine back")).toBeFocused();
      await button("Put mine back").click();
      await expect(bio).toHaveValue("Typed here");
      await expect(bio).toBeFocused();
      await expect(note).toBeHidden();
    });

    await test.step("shows changes that arrive while it is open, and asks once about a kept text, also after a reload", async () => {
      await person.patch("profiles", person.id, { bio: "Typed on a desk, later" });
      await expect(note).toContainText("Typed on a desk, later");
      await button("Keep mine").click();
      await expect(note).toBeHidden();
      await expect(bio).toBeFocused();
      await page.reload();
      await expect(bio).toHaveValue("Typed here");
      await synced(page);
      await expect(note).toBeHidden();
    });
    await button("Save Changes").click();
    await expect(page.getByText("Profile saved")).toBeVisible();
    await expect(note).toBeHidden();
    const stored = () => stage.product.sql`select bio from profiles where id = ${person.id}`;
    await expect.poll(stored, { timeout: 15_000 }).toEqual([{ bio: "Typed here" }]);
    await page.reload();
    await expect(bio).toHaveValue("Typed here");
    await expect(button("Keep mine")).toBeHidden();
  },
);

test(
  "S10 O1 closing a tab within a word loses no letter of a report, and later text is not overwritten",
  long,
  async () => {
    const { page, context } = await stage.open();
    const { person, draft } = await testerWithDraft(stage.product, "Clara Closes");
    await signIn(page, stage.product, person.email, "/tester");
    await synced(page);
    const details = (on: Page) => on.getByLabel(story);
    /** Closes the tab before its last letters are in a row. */
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
  },
);
