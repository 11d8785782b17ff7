// A tester in the middle of a report, made through the API: what stories about the device begin
// with.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { applicationId } from "../../sync/schema/ids.ts";
import { type ApiPerson, inDays, signUpByApi } from "./api.ts";
import { openDevice, openPage } from "./people.ts";
import { type Product, startProduct } from "./server.ts";

export const campaign = "0d000000-0000-4000-8000-000000000001";
export const question = "What went wrong?";
export const story = "What happened, and what did you expect?";

export interface Stage {
  /** With the campaign in it, once the first test begins. */
  readonly product: Product;
  /** What went wrong in a page. */
  readonly errors: string[];
  /** Closed after each test. */
  readonly contexts: BrowserContext[];
  /** A browser with a disk of its own; the same name is the same disk. */
  browserOf(name: string, phone?: boolean): Promise<{ context: BrowserContext; page: Page }>;
}

/**
 * What the tests of one file stand on: the product with the campaign, and browsers that leave
 * nothing behind.
 */
export function campaignStage(): Stage {
  let started: Product | undefined;
  const disk = mkdtempSync(join(tmpdir(), "betaflock-devices-"));
  const errors: string[] = [];
  const contexts: BrowserContext[] = [];

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    started = await startProduct();
    await openCampaign(started);
  });
  test.afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(errors.splice(0)).toEqual([]);
  });
  test.afterAll(async () => {
    await started?.stop();
    rmSync(disk, { recursive: true, force: true });
  });
  return {
    get product() {
      if (!started) throw new Error("The product is started before the first test");
      return started;
    },
    errors,
    contexts,
    async browserOf(name, phone = false) {
      const context = await openDevice({ userDataDir: join(disk, name), phone });
      contexts.push(context);
      return { context, page: await openPage(context, errors) };
    },
  };
}

/** A campaign that takes everybody. */
async function openCampaign(product: Product): Promise<void> {
  const dana = await signUpByApi(product, "Dana Device", "developer");
  await dana.insert("campaigns", {
    ...{
      id: campaign,
      developer_id: dana.id,
      title: "A map for the night",
      description: "Can it be read in the dark?",
    },
    ...{ category: "travel", start_date: inDays(-3), end_date: inDays(20), max_testers: 20, reward_amount_cents: 2000 },
    ...{ auto_select: true, status: "active" },
  });
}

/** Somebody who takes part in it. */
export async function testerWithDraft(product: Product, name: string): Promise<{ person: ApiPerson; draft: string }> {
  const person = await signUpByApi(product, name, "tester");
  const application = applicationId(campaign, person.id);
  await person.insert("applications", { id: application, campaign_id: campaign, tester_id: person.id });
  return { person, draft: await draftOf(person, "Begun elsewhere") };
}

export async function draftOf(person: ApiPerson, summary: string): Promise<string> {
  const id = crypto.randomUUID();
  const ids = { id, campaign_id: campaign, application_id: applicationId(campaign, person.id), tester_id: person.id };
  await person.insert("feedback", { ...ids, type: "bug", rating: 2, summary, details: "Begun" });
  return id;
}

export async function openReport(page: Page, product: Product, draft: string): Promise<void> {
  await page.goto(`${product.url}/tester/tests/${campaign}/report/${draft}`);
  await expect(page.getByLabel(question)).toBeVisible({ timeout: 60_000 });
}
