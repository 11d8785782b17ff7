// API tokens in the organization's settings: created, copied, used by a program, revoked; a viewer
// only has the list.
import { findings } from "../../fixtures/browser/axe.ts";
import { mailedLink, signUpVerified } from "../../fixtures/browser/mailed-links.ts";
import { fitsPhone, openDevice, openPage, signIn, synced } from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "default" });

test(
  "a manager creates a token, copies it once, a program uses it, and revoking ends it",
  long,
  async ({ browser }) => {
    const owner = await signUpVerified(product, "Olga Owner", "developer");
    const [org, app] = [crypto.randomUUID(), crypto.randomUUID()];
    await owner.ask("POST", "rpc/create_organization", { id: org, name: "Night Maps" });
    await owner.insert("apps", {
      ...{ id: app, org_id: org, developer_id: owner.id, title: "Night Map", platform: "android", type: "APK" },
    });
    const viewer = await signUpVerified(product, "Vera Viewer", "developer");
    await owner.ask("POST", "rpc/invite_member", { org_id: org, email: viewer.email, role: "viewer" });
    const link = await mailedLink(product, viewer.email, "/invitation#");
    await viewer.ask("POST", "rpc/accept_invitation", { token: link.split("#")[1] });
    const tokens = `${product.url}/developer/organization?tab=tokens`;
    const context = await openDevice(browser, { phone: true });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await openPage(context);
    await signIn(page, product, owner.email, "/developer");
    await synced(page);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: /^Organization:/ }).click();
    await page.getByRole("menuitem", { name: "Night Maps" }).click();
    await page.goto(tokens);

    await expect(page.getByText("No API tokens")).toBeVisible();
    await fitsPhone(page);
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await expect(dialog.getByText("Please enter a name")).toBeVisible();
    await dialog.getByLabel("Name").fill("GitHub Actions");
    await dialog.getByLabel("Expires after").selectOption("30 days");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await expect(dialog.getByText("Copy it now: it is shown only this once.")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const token = (await dialog.locator("code").textContent()) ?? "";
    expect(token).toMatch(/^bft_[0-9A-Za-z]{36}$/);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(`bft_…${token.slice(-4)}`)).toBeVisible();
    await expect(page.getByText(token)).toHaveCount(0);
    await expect(page.getByText("Never", { exact: true })).toBeVisible();

    // The example names this server, and the token works there.
    const example = page.getByRole("region", { name: "Example for GitHub Actions" });
    await expect(example).toContainText(`API: ${product.url}/api/v1/apps/APP_ID/releases`);
    const listed = () =>
      fetch(`${product.url}/api/v1/apps/${app}/releases`, { headers: { authorization: `Bearer ${token}` } });
    expect((await listed()).status).toBe(200);
    await page.reload();
    await expect(page.getByText("Never", { exact: true })).toHaveCount(0);

    const desk = await openPage(await openDevice(browser));
    await signIn(desk, product, viewer.email, "/developer");
    await synced(desk);
    await desk.getByRole("button", { name: /^Organization:/ }).click();
    await desk.getByRole("menuitem", { name: "Night Maps" }).click();
    await desk.goto(tokens);
    await expect(desk.getByRole("row", { name: /GitHub Actions/ })).toContainText("Olga Owner");
    await expect(desk.getByText("As a viewer in Night Maps you can read everything")).toBeVisible();
    await expect(desk.getByRole("button", { name: /Create token|Revoke/ })).toHaveCount(0);
    expect(await findings(desk)).toEqual([]);
    await desk.context().close();

    await page.getByRole("button", { name: "Revoke GitHub Actions" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke token" }).click();
    await expect(page.getByText("GitHub Actions has been revoked")).toBeVisible();
    await expect(page.getByText("No API tokens")).toBeVisible();
    expect((await listed()).status).toBe(401);
    await page.goto(`${product.url}/developer/organization?tab=activity`);
    await expect(page.getByText(/revoked the API token “GitHub Actions”/)).toBeVisible();
    await context.close();
  },
);
