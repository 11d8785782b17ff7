// The sync panel: pending changes, rejected changes, lost conflicts, and their actions.

import { campaignStage, draftOf, openReport, question, story, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

test("O2 the sync panel lists pending, rejected and losing changes, each with its actions", async () => {
  const { person, draft } = await testerWithDraft(stage.product, "Sonja Sync");
  const other = await draftOf(person, "Handed in elsewhere");
  const { context, page } = await stage.open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, stage.product, person.email, "/tester");
  await openReport(page, stage.product, other);
  await synced(page);
  await context.setOffline(true);
  await page.getByLabel(question).fill("Changed in a tunnel");
  await expect(page.getByTestId("saved-line")).toBeVisible();
  await openReport(page, stage.product, draft);
  await page.getByLabel(story).fill("Mine, from the tunnel");
  const pill = page.getByRole("button", { name: /^Sync:/ });
  await expect(pill).toHaveAccessibleName(/2 changes waiting/, { timeout: 60_000 });
  // Another device of hers submits one report and edits the other.
  await person.patch("feedback", other, { status: "submitted" });
  await person.patch("feedback", draft, { details: "Theirs, from the office" });

  await pill.click();
  const panel = page.getByRole("dialog", { name: "Sync" });
  await expect(panel.getByText("Changed in a tunnel")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Sync now" })).toBeVisible();
  await expect(panel.getByText(/[1-9].* used of/)).toBeVisible();
  await context.setOffline(false);
  await expect(panel.getByRole("heading", { name: "Needs attention" })).toBeVisible({ timeout: 60_000 });
  await expect(panel.getByText("A submitted report can only be changed when changes are requested.")).toBeVisible();
  await expect(panel.getByText("Theirs, from the office")).toBeVisible();
  await expect(panel.getByText("Mine, from the tunnel")).toBeVisible();

  const download = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Export all as a file" }).click();
  const file = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  const exported = Buffer.concat(chunks).toString();
  for (const text of ["Changed in a tunnel", "Mine, from the tunnel"]) expect(exported).toContain(text);

  await panel.getByRole("button", { name: "Put my text back" }).click();
  await expect
    .poll(async () => (await stage.product.sql`select details from feedback where id = ${draft}`)[0]?.details, {
      timeout: 60_000,
    })
    .toBe("Mine, from the tunnel");

  const rejected = panel.getByRole("listitem").filter({ hasText: "A submitted report" });
  await rejected.getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Changed in a tunnel");
  await rejected.getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("dialog", { name: "Edit your change" });
  await editor.getByLabel("Summary").fill("Changed once more");
  await editor.getByRole("button", { name: "Save and send again" }).click();
  await expect(editor).toBeHidden();
  // Rejected again, with the new text: entries never disappear automatically.
  await expect(rejected.getByText("Changed once more").first()).toBeVisible({ timeout: 60_000 });
  await rejected.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard text" }).click();
  await expect(rejected).toHaveCount(0);
  expect((await stage.product.sql`select summary from feedback where id = ${other}`)[0]?.summary).toBe(
    "Handed in elsewhere",
  );
  await context.close();
});

test("O2 an unreachable server despite a network is reported in the panel until it responds", long, async () => {
  const { person } = await testerWithDraft(stage.product, "Dora Down");
  const { context, page } = await stage.open();
  await signIn(page, stage.product, person.email, "/tester");
  await synced(page);
  await page.getByRole("button", { name: /^Sync:/ }).click();
  const panel = page.getByRole("dialog", { name: "Sync" });
  await expect(panel.getByText("Synced", { exact: true })).toBeVisible();
  await expect(panel.getByText("The server does not answer")).toHaveCount(0);
  const calls = /\/(rest|auth|storage|functions|realtime)\/v1\//;
  await context.route(calls, (route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: "<h1>Down</h1>" }),
  );
  await panel.getByRole("button", { name: "Sync now" }).click();
  await expect(panel.getByText("The server does not answer")).toBeVisible();
  await context.unroute(calls);
  await panel.getByRole("button", { name: "Sync now" }).click();
  await expect(panel.getByText("The server does not answer")).toHaveCount(0);
  await context.close();
});

test("O2 a server older than the app is reported in the panel, and everything works", long, async () => {
  const { person, draft } = await testerWithDraft(stage.product, "Olga Older");
  const { sql } = stage.product;
  const [made] = await sql<{ version: string }[]>`select version from private.backend_version`;
  await sql`update private.backend_version set version = '20260101000000'`;
  const { context, page } = await stage.open();
  await signIn(page, stage.product, person.email, "/tester");
  await openReport(page, stage.product, draft);
  await synced(page);
  await page.getByRole("button", { name: /^Sync:/ }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByText("The server is older than this app")).toBeVisible();
  await panel.getByRole("combobox", { name: "Language" }).selectOption("es");
  await expect(panel.getByText("El servidor es más antiguo que esta app")).toBeVisible();
  await panel.getByRole("combobox", { name: "Idioma" }).selectOption("en");
  await sql`update private.backend_version set version = ${made?.version ?? ""}`;
  await panel.getByRole("button", { name: "Sync now" }).click();
  await expect(panel.getByText("The server is older than this app")).toHaveCount(0);
  await context.close();
});
