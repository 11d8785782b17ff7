// A tester in the middle of a report, made through the API: what stories about the device begin with.
import { expect, type Page } from "playwright/test";
import { applicationId } from "../../sync/schema/ids.ts";
import { type ApiPerson, inDays, signUpByApi } from "./api.ts";
import type { Product } from "./server.ts";

export const campaign = "0d000000-0000-4000-8000-000000000001";
export const question = "What went wrong?";
export const story = "What happened, and what did you expect?";

/** A campaign that takes everybody. */
export async function openCampaign(product: Product): Promise<void> {
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
