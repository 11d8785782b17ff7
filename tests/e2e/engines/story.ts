// The main story in one browser: a user registers, applies and reports with photos while the server
// is down; the report arrives, is approved by keyboard, and logging out wipes the device. Finally
// the rows in PostgreSQL are counted.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "playwright/test";
import { inDays, signUpByApi } from "../../fixtures/browser/api.ts";
import type { ProductProcess } from "../../fixtures/browser/product.ts";
import type { Browser } from "./browser.ts";
import { logIn, logOut, register, Screen } from "./screen.ts";

const campaign = "0d000000-0000-4000-8000-000000000002";
const title = "A map for the night";
const summary = "The map dazzles in night mode";
export const files = `return [...document.querySelectorAll("input[type=file]")].at(-1) ?? null;`;
export const photosShown = `return document.querySelectorAll('[aria-label="Attachments"] img').length;`;
const workerReady = `await navigator.serviceWorker.ready; return navigator.serviceWorker.controller !== null;`;

export async function openCampaign(product: ProductProcess): Promise<{ email: string; campaign: string }> {
  const dana = await signUpByApi(product, "Dana Engine", "developer");
  const texts = { title, description: "Can it be read in the dark?", category: "travel" };
  const terms = { max_testers: 5, reward_amount_cents: 1500, auto_select: true, status: "active" };
  const days = { start_date: inDays(-3), end_date: inDays(20) };
  await dana.insert("campaigns", { id: campaign, developer_id: dana.id, ...texts, ...terms, ...days });
  return { email: dana.email, campaign };
}

export async function playStory(browser: Browser, product: ProductProcess): Promise<void> {
  const { url, sql } = product;
  const screen = new Screen(browser);
  const folder = mkdtempSync(join(tmpdir(), "betaflock-photos-"));
  const photo = async (name: string) => {
    writeFileSync(join(folder, name), await browser.screenshot());
    return join(folder, name);
  };
  try {
    const dana = await openCampaign(product);
    await register(screen, url, { name: "Tess Tester", email: "tess@example.test", role: "tester" });
    const photos = [await photo("flash-1.png")];
    await screen.goto(`${url}/tester/tests/${campaign}`);
    await screen.press("button", "Apply Now");
    await screen.press("button", "Send application");
    await screen.sees("control", "Write a report");
    await screen.synced();
    photos.push(await photo("flash-2.png"));
    await screen.until("the service worker to answer", () => browser.run<boolean>(workerReady));

    await product.kill();
    await screen.goto(`${url}/tester/tests/${campaign}?offline`);
    await screen.press("control", "Write a report");
    await screen.at(/\/report\//);
    await screen.press("label", "4 stars");
    await screen.fill("What went wrong?", summary);
    await screen.fill("What happened, and what did you expect?", "A white flash each time the map moves.");
    await screen.until("the photos to be taken", () => browser.attach(files, [], photos));
    await screen.until("both photos to be shown", async () => (await browser.run<number>(photosShown)) === 2);
    await screen.sees("text", /Saved on this device/);
    await screen.press("button", "Review and send");
    await screen.press("button", "Send report");
    await screen.sees("button", /^Sync: Offline, 3 changes waiting/);
    expect(await sql`select id from feedback where status <> 'draft'`).toHaveLength(0);

    await product.start();
    await screen.synced();
    expect(await sql`select status, rating, jsonb_array_length(uploaded) as photos from feedback`).toEqual([
      { status: "submitted", rating: 4, photos: 2 },
    ]);
    const [tess] = await sql<{ id: string }[]>`select id from profiles where name = 'Tess Tester'`;
    await logOut(screen, tess?.id ?? "");

    await logIn(screen, url, dana.email, "/developer");
    await screen.synced();
    await screen.goto(`${url}/developer/campaigns/${campaign}?tab=feedback`);
    await screen.sees("heading", summary);
    await screen.until("the photos to have come", async () => (await browser.run<number>(photosShown)) >= 2);
    await browser.type("a");
    await screen.sees("heading", "Approve this report");
    await browser.type("4");
    await browser.type(enter);
    await screen.until("the reward", async () => (await sql`select 1 from rewards`).length === 1);
    expect(await sql`select status, usefulness from feedback`).toEqual([{ status: "approved", usefulness: 4 }]);
    expect(await sql`select amount_cents from rewards`).toEqual([{ amount_cents: 1500 }]);
    // The recovery script would show this on a broken page.
    expect(await browser.run<boolean>("return document.getElementById('recover') !== null;")).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** WebDriver's code of the Enter key. */
const enter = "\uE007";
