// A tester without a mouse: from registration to a submitted report with Tab, Enter, Space, Escape
// and the arrow keys. The focus must be visible at every stop, and Tab must continue from it.
import type { ElementHandle, Locator, Page } from "playwright/test";
import { type ApiPerson, inDays, signUpByApi } from "../../fixtures/browser/api.ts";
import { openPage, password, synced } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const campaignId = "0e000000-0000-4000-8000-000000000001";
const title = "Screen reader for maps";
let product: Product;
let dana: ApiPerson;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  product = await startProduct();
  dana = await signUpByApi(product, "Dana Developer", "developer");
  await dana.insert("campaigns", {
    id: campaignId,
    developer_id: dana.id,
    title,
    description: "Can a map be read out so that people find the door of a shop?",
    category: "travel",
    start_date: inDays(-1),
    end_date: inDays(20),
    max_testers: 5,
    reward_amount_cents: 2000,
    auto_select: true,
    status: "active",
    agreement: "Show it to nobody before the release.",
    screening: [
      {
        id: "0e000000-0000-4000-8000-000000000002",
        question: "Do you use a screen reader?",
        kind: "yes_no",
        options: [],
        pass: ["yes"],
        required: true,
      },
    ],
  });
});
test.afterAll(async () => {
  await product.stop();
});

/**
 * Returns the problem of the focused element, or null if there is none or the focus has left the
 * page for the browser's own bar.
 */
const problemAt = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body || at.hasAttribute("data-headlessui-focus-guard")) return null;
    // Radio buttons and checkboxes drawn by their label show the focus there.
    const shows = [at.closest("label"), at].find((el) => {
      if (!el) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(el);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
    });
    const what = `${at.outerHTML.slice(0, 200)}`;
    // The app focuses a page's content after a navigation.
    if (!shows) return at.getAttribute("tabindex") === "-1" ? null : `no ring: ${what}`;
    const box = shows.getBoundingClientRect();
    const seen = [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return hit !== null && (shows.contains(hit) || hit.contains(at));
      }),
    );
    return seen ? null : `out of sight: ${what}`;
  });
const focused = (page: Page): Promise<ElementHandle<Element>> =>
  page.evaluateHandle(() => document.activeElement ?? document.body);

/** Presses Tab (or Shift+Tab) until the target has the focus. */
async function reach(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible({ timeout: 60_000 });
  const there = () => target.evaluate((el) => el === document.activeElement);
  for (let stops = 0; stops < 80; stops += 1) {
    if (await there()) return;
    const before = await focused(page);
    await page.keyboard.press(key);
    const stayed = await before.evaluate((el) => el === document.activeElement && el !== document.body);
    expect(stayed, `Tab stays at ${await before.evaluate((el) => el.outerHTML.slice(0, 200))}`).toBe(false);
    // Scrolling and fading finish a moment later.
    await expect.poll(() => problemAt(page), { timeout: 10_000 }).toBeNull();
  }
  throw new Error(`Eighty stops, and never at ${target}`);
}
const press = async (page: Page, target: Locator) => {
  await reach(page, target);
  await page.keyboard.press("Enter");
};
const write = async (page: Page, target: Locator, text: string) => {
  await reach(page, target);
  await page.keyboard.type(text);
  await expect(target).toHaveValue(text);
};

test(
  "S4 S5 S9 S10 by keyboard alone: registers, applies, reports, logs out and in again",
  long,
  async ({ browser }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await openPage(context);
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const heading = page.getByRole("heading", { level: 1 });

    await test.step("registers", async () => {
      await page.goto(`${product.url}/`);
      await expect(heading).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
      await page.goto(`${product.url}/register`);
      await reach(page, page.getByRole("radio", { name: "Tester" }));
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("radio", { name: "Developer" })).toBeChecked();
      await page.keyboard.press("ArrowLeft");
      await expect(page.getByRole("radio", { name: "Tester" })).toBeChecked();
      await write(page, field("Full Name"), "Kay Keyboard");
      // Submitted too early: the first invalid field has the focus and an error.
      await page.keyboard.press("Enter");
      await expect(page.getByText("Please enter a valid email address", { exact: true })).toBeVisible();
      await expect(field("Email")).toBeFocused();
      await page.keyboard.type("kay@example.test");
      await write(page, field("Password"), password);
      await write(page, field("Confirm Password"), password);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${product.url}/tester`);
      await expect(page.locator("#main")).toBeFocused();
      await synced(page);
    });

    await test.step("applies", async () => {
      await press(page, page.getByRole("main").getByRole("link", { name: "Browse tests" }));
      await page.waitForURL(/\/tester\/tests$/);
      await press(page, page.getByRole("listitem").filter({ hasText: title }).getByRole("link", { name: "Apply Now" }));
      const dialog = page.getByRole("dialog");
      const send = dialog.getByRole("button", { name: "Send application" });
      await expect(send).toBeVisible();
      // Escape closes the dialog, and it can be reopened: the focus is neither trapped nor lost.
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await press(page, button("Apply Now"));
      await reach(page, dialog.getByRole("radio", { name: "Yes" }));
      await page.keyboard.press("Space");
      await expect(dialog.getByRole("radio", { name: "Yes" })).toBeChecked();
      await write(page, dialog.getByLabel(/^Message to the developer/), "I read maps by ear.");
      await reach(page, dialog.getByRole("checkbox"));
      await page.keyboard.press("Space");
      await press(page, send);
      await expect(dialog).toHaveCount(0);
    });

    await test.step("reports", async () => {
      await press(page, button("Write a report").filter({ visible: true }));
      await page.waitForURL(/\/report\//);
      await reach(page, page.getByRole("radio", { name: /^Bug/ }));
      await reach(page, page.getByRole("radio", { name: "1 star" }));
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("radio", { name: "2 stars" })).toBeChecked();
      await write(page, field("What went wrong?"), "Streets have no names");
      await write(page, field("What happened, and what did you expect?"), "It says 'street' and nothing more.");
      await reach(page, page.getByRole("radio", { name: "Medium" }));
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("radio", { name: "Medium" })).not.toBeChecked();
      await press(page, button("Review and send"));
      const look = page.getByRole("dialog");
      await press(page, look.getByRole("button", { name: "Send report" }));
      await expect(look).toHaveCount(0);
      await expect
        .poll(async () => await product.sql`select status, rating, summary from feedback`, { timeout: 60_000 })
        .toEqual([{ status: "submitted", rating: 2, summary: "Streets have no names" }]);
      await synced(page);
    });

    await test.step("logs out and in again", async () => {
      await press(page, button("Log Out").filter({ visible: true }));
      await expect(page.getByText("Signed out successfully")).toBeVisible();
      await expect(page).toHaveURL(`${product.url}/`);
      await press(page, page.getByRole("banner").getByRole("link", { name: "Log In" }));
      await expect(heading).toHaveText("Welcome back");
      await write(page, field("Email"), "kay@example.test");
      await write(page, field("Password"), password);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${product.url}/tester`);
      await synced(page);
    });
    await context.close();
  },
);
