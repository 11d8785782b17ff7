import type { Locator, Page } from "playwright/test";
import { openPage, resize } from "../../fixtures/browser/people.ts";
import { enterAs, screensOf, settled, visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ sample: true });
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await openPage(await browser.newContext({ reducedMotion: "reduce", viewport: phone }));
  await enterAs(page, product.url, "tester");
});
test.afterAll(() => page?.context().close());

const at = async (path: string, language: "en" | "es" = "en") => {
  await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
  await page.goto(`${product.url}${path}`);
  await settled(page);
};
const main = () => page.getByRole("main");

/** Returns the box of a visible element. */
async function boxOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error("not shown");
  return box;
}

test("S7 R9 a test with an unsent draft shows that first, and not in the colour of success", long, async () => {
  const cardOf = (title: string) => main().getByRole("listitem").filter({ hasText: title });
  const colourOf = (title: string) =>
    cardOf(title)
      .getByRole("progressbar")
      .locator("> *")
      .evaluate((bar) => getComputedStyle(bar).backgroundColor);
  await at("/tester");
  const waiting = cardOf("You have an unsent draft.");
  await expect(waiting.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
  await expect(cardOf("A report was approved.").getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
  const done = await colourOf("A report was approved.");
  expect(await colourOf("You have an unsent draft.")).not.toBe(done);
  const next = await boxOf(waiting.getByText("You have an unsent draft."));
  expect(next.y).toBeLessThan((await boxOf(waiting.getByText("$15.00"))).y);
  expect(next.y).toBeLessThan((await boxOf(waiting.getByRole("progressbar"))).y);
});

/** Returns how far each part of the cards is below its row's top, grouped by row. */
const rowsOfCards = () =>
  main()
    .getByRole("article")
    .evaluateAll((cards) => {
      const rows = new Map<number, string[]>();
      for (const card of cards) {
        const { top } = card.getBoundingClientRect();
        const parts = [...card.children].map((part) => Math.round(part.getBoundingClientRect().top - top)).join();
        rows.set(Math.round(top), [...(rows.get(Math.round(top)) ?? []), parts]);
      }
      return [...rows.values()];
    });

test("S8 R9 the cards of a row align their parts, whatever their content", long, async () => {
  await page.setViewportSize(desktop);
  for (const [path, language] of [
    ["/tester/tests", "en"],
    ["/tester/tests", "es"],
    ["/tester", "es"],
  ] as const) {
    await at(path, language);
    const recommended = path === "/tester" ? /^Solicitar plaza$/ : /./;
    await expect(main().getByRole("link", { name: recommended }).first()).toBeVisible();
    await expect.poll(async () => (await rowsOfCards()).some((row) => row.length === 3)).toBe(true);
    for (const row of await rowsOfCards()) expect(new Set(row).size, `${path} ${language}: ${row.join(" | ")}`).toBe(1);
  }
});

test("S8 R9 filters and sort order are fully readable on the narrowest phone, in both languages", long, async () => {
  await resize(page, { width: 320, height: 780 });
  for (const language of ["en", "es"] as const) {
    await at("/tester/tests", language);
    for (const select of await main().getByRole("combobox").all()) {
      const values = await select
        .locator("option")
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
      for (const value of values) {
        await select.selectOption(value);
        const spare = await select.evaluate((box) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(box);
          const context = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
          context.font = font;
          const { width } = context.measureText((box as HTMLSelectElement).selectedOptions[0]?.text ?? "");
          return box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
        });
        expect(spare, `${language}: ${value}`).toBeGreaterThanOrEqual(0);
      }
    }
  }
});

test("S9 R9 reward, time, spots, requirements and Apply Now share one panel, visible on a phone", long, async () => {
  const open = (await screensOf(product.sql)).find(({ name }) => name === "tester-test");
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await at(open?.path ?? "/none");
    const apply = page.getByRole("button", { name: "Apply Now" });
    const panel = main().locator("section").filter({ has: apply });
    await expect(panel).toContainText(/^Reward: €12\.00.*\d+ days left.*spots remaining/);
    await expect(panel.getByRole("heading", { name: "Requirements" })).toBeInViewport({ ratio: 1 });
    await expect(panel.getByText("Android 10 or later")).toBeVisible();
    await expect(main().getByRole("heading", { name: "Requirements" })).toHaveCount(1);
    const headings = main().getByRole("heading", { level: 2 });
    expect(new Set(await headings.evaluateAll((all) => all.map((h) => getComputedStyle(h).fontSize))).size).toBe(1);
    await expect(apply).toBeInViewport({ ratio: 1 });
  }
});

test(
  "S12 R9 the available payout is the most prominent on the page, with its button visible next to it",
  long,
  async () => {
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      await at("/tester/rewards");
      const totals = main().getByRole("region", { name: "Totals in USD" });
      await expect(totals.getByText("$23.00 available")).toBeInViewport({ ratio: 1 });
      await expect(totals.getByRole("button", { name: "Request payout" })).toBeInViewport({ ratio: 1 });
      for (const text of ["Total earned", "Last 30 days", "Payout requested", "Paid"])
        await expect(totals.getByText(text, { exact: true })).toBeVisible();
      const sizes = await main()
        .locator("data")
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
      const [loudest = 0, ...others] = sizes;
      expect(others.length).toBeGreaterThan(4);
      expect(Math.max(...others), `${size.width}`).toBeLessThan(loudest);
    }
  },
);

test(
  "S12 O1 a payout's usual duration is shown at the request and in the list, and its address can be changed, offline too",
  long,
  async () => {
    const change = (times: string) =>
      product.sql.unsafe(`set local betaflock.seeding = 'on'; update payouts set ${times} where status = 'paid'`);
    await change("requested_at = decided_at - interval '50 hours'");
    await page.setViewportSize(phone);
    await at("/tester/rewards");
    const ask = page.getByRole("button", { name: "Request payout" });
    const dialog = page.getByRole("alertdialog");
    // 50 hours become three days: the text never promises less time.
    const within = "Usually paid within 3 days, typical over the last 90 days.";
    await ask.click();
    await expect(dialog).toContainText(within);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.context().setOffline(true);
    await visit(page, "/tester");
    await visit(page, "/tester/rewards");
    await ask.click();
    await expect(dialog).toContainText(within);
    await dialog.getByLabel("PayPal Email").fill("nowhere");
    await dialog.getByRole("button", { name: "Request payout" }).click();
    await expect(dialog).toContainText("Please enter a valid email address");
    await dialog.getByLabel("PayPal Email").fill("elsewhere@example.test");
    await dialog.getByRole("button", { name: "Request payout" }).click();
    const list = page.getByRole("list", { name: "Payout requests" });
    const listed = main().locator("section").filter({ has: list });
    await expect(list).toContainText("Requested");
    await expect(listed).toContainText(within);
    await page.context().setOffline(false);
    // The address of the dialog is the payout's, also on the server.
    await expect
      .poll(
        () => product.sql`select 1 from payouts where status = 'requested' and paypal_email = 'elsewhere@example.test'`,
      )
      .toHaveLength(1);
    // The page shows no figure with too few recent payouts.
    await change("requested_at = requested_at - interval '90 days', decided_at = decided_at - interval '90 days'");
    await at("/tester/rewards");
    await expect(list).toContainText("Requested");
    await expect(listed).not.toContainText("Usually paid");
  },
);
