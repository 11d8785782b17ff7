import { campaignStage, draftOf, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

test("O2 a list without all of its rows is not shown as empty or complete", long, async () => {
  const { person, draft } = await testerWithDraft(stage.product, "Mira Missing");
  const other = await draftOf(person, "Never arrived");
  const { context, page } = await stage.open();
  let unreadable = /"summary":\s*"(Begun elsewhere|Never arrived)"/g;
  // A newer server's response that this version of the app cannot read.
  await context.route("**/rest/v1/rpc/sync_pull", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(unreadable, '"summary":17') });
  });
  await signIn(page, stage.product, person.email, "/tester");
  const missing = page.getByText("Some entries are missing on this device");
  await expect(missing.first()).toBeVisible();
  await page.goto(`${stage.product.url}/tester/feedback`);
  await expect(missing).toBeVisible();
  await expect(page.getByText("You have not written a report yet")).toHaveCount(0);

  unreadable = /"summary":\s*"Never arrived"/g;
  await person.patch("feedback", draft, { details: "Begun, and read" });
  const list = page.getByRole("list", { name: "My Feedback" });
  await expect(list.getByText("Begun elsewhere")).toBeVisible();
  await expect(missing).toBeVisible();

  unreadable = /never/g;
  await person.patch("feedback", other, { details: "Begun, and read" });
  await expect(list.getByText("Never arrived")).toBeVisible();
  await expect(missing).toHaveCount(0);
  await expect(list.getByText("Begun elsewhere")).toBeVisible();
  // A pull may still be running.
  await context.unrouteAll({ behavior: "ignoreErrors" });
});
