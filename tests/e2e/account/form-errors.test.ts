// Tests invalid input and forbidden pages: each field shows its exact error and keeps the text;
// each forbidden page explains and links on.
import type { Browser, Page } from "playwright/test";
import { openPage, password, sendRegistration, signIn, synced } from "../../fixtures/browser/people.ts";
import { setUpPerson, setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct();
const people = {
  tester: setUpPerson(product, "Tester", "tester"),
  developer: setUpPerson(product, "Developer", "developer"),
};

const at = (page: Page, path: string) => page.goto(`${product.url}${path}`);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** Expects the error at the field, both visible and for screen readers. */
const saysWrong = async (page: Page, label: string, message: string) => {
  await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${message.replace(".", "\\.")}`));
};
const accounts = async () => (await product.sql`select count(*)::int as n from profiles`)[0]?.n as number;
async function signedIn(browser: Browser, role: keyof typeof people, home = `/${role}`) {
  const context = await browser.newContext();
  const page = await openPage(context);
  await signIn(page, product, people[role].email, home);
  return { context, page };
}

test("V1 X1 register: each invalid field shows its error, and no input is lost", async ({ page }) => {
  const before = await accounts();
  await at(page, "/register?role=developer");
  const submit = page.getByRole("button", { name: "Create Account" });
  await submit.click();
  await saysWrong(page, "Full Name", "Name must be at least 2 characters");
  await saysWrong(page, "Email", "Please enter a valid email address");
  await saysWrong(page, "Password", "Password must be at least 8 characters");
  await saysWrong(page, "Confirm Password", "Please confirm your password");
  await expect(field(page, "Full Name")).toBeFocused();
  // Errors appear in the page's current language.
  const language = page.getByRole("banner").getByRole("combobox");
  await language.selectOption("es");
  await expect(page.getByText("El nombre debe tener al menos 2 caracteres", { exact: true })).toBeVisible();
  await expect(page.getByText("Name must be at least 2 characters", { exact: true })).toBeHidden();
  await language.selectOption("en");

  const typed = { "Full Name": " A ", Email: "dana@", Password: "1234567", "Confirm Password": "12345678" };
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
  await submit.click();
  await saysWrong(page, "Full Name", "Name must be at least 2 characters");
  await saysWrong(page, "Email", "Please enter a valid email address");
  await saysWrong(page, "Password", "Password must be at least 8 characters");
  await saysWrong(page, "Confirm Password", "Passwords do not match");
  await expect(field(page, "Email")).toHaveValue("dana@");
  for (const label of ["Full Name", "Password", "Confirm Password"] as const) {
    await expect(field(page, label)).toHaveValue(typed[label]);
  }
  await expect(page.getByRole("radio", { name: /^Developer/ })).toBeChecked();

  // Fields are corrected one at a time; the others keep their errors.
  await field(page, "Full Name").fill("Dana");
  await expect(page.getByText("Name must be at least 2 characters", { exact: true })).toBeHidden();
  for (const email of ["dana", "@example.test", "dana@example", "da na@example.test", "dana@example..test"]) {
    await field(page, "Email").fill(email);
    await expect(page.getByText("Please enter a valid email address", { exact: true })).toBeVisible();
  }
  await field(page, "Email").fill("dana@example.test");
  await field(page, "Password").fill("12345678");
  await expect(page.getByText("Passwords do not match", { exact: true })).toBeHidden();
  await field(page, "Password").fill("123456789");
  await expect(page.getByText("Passwords do not match", { exact: true })).toBeVisible();
  await submit.click();
  await expect(page).toHaveURL(/\/register/);

  // A reload keeps everything but the passwords.
  await page.reload();
  await expect(field(page, "Full Name")).toHaveValue("Dana");
  await expect(field(page, "Email")).toHaveValue("dana@example.test");
  await expect(field(page, "Password")).toHaveValue("");
  expect(await accounts()).toBe(before);
});

test(
  "T3 X1 registering with an existing address shows an error and continues to the login with it",
  long,
  async ({ page }) => {
    const before = await accounts();
    await page.clock.install();
    await at(page, "/register");
    await sendRegistration(page, { name: "Somebody Else", email: "TESTER@example.test" });
    await expect(page.getByText("Registration failed")).toBeVisible();
    await expect(page.getByText("An account with this email already exists. Please log in instead.")).toBeVisible();
    await expect(field(page, "Full Name")).toHaveValue("Somebody Else");
    // Correcting the address keeps the page and the input.
    await field(page, "Email").fill("somebody@example.test");
    await page.clock.fastForward(2_000);
    await expect(page).toHaveURL(/\/register/);
    await field(page, "Email").fill("TESTER@example.test");
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.waitForURL(/\/login/);
    await expect(field(page, "Email")).toHaveValue(/tester@example\.test/i);
    expect(await accounts()).toBe(before);
  },
);

test("V2 X1 login: invalid fields, an unknown address and a wrong password each have their own message", async ({
  page,
}) => {
  await at(page, "/login");
  const submit = page.getByRole("button", { name: "Log In" });
  await submit.click();
  await saysWrong(page, "Email", "Please enter a valid email address");
  await saysWrong(page, "Password", "Password is required");
  await field(page, "Email").fill("tester@");
  await field(page, "Password").fill("x");
  await submit.click();
  await saysWrong(page, "Email", "Please enter a valid email address");
  await expect(page.getByText("Password is required", { exact: true })).toBeHidden();
  await expect(field(page, "Email")).toHaveValue("tester@");
  await expect(field(page, "Password")).toHaveValue("x");

  await field(page, "Email").fill("nobody@example.test");
  await submit.click();
  await expect(page.getByText("Login failed")).toBeVisible();
  await expect(page.getByText("No account found with this email. Please register first.")).toBeVisible();

  await field(page, "Email").fill("tester@example.test");
  await submit.click();
  await expect(
    page.getByText("Invalid email or password. Please check your credentials or register for an account."),
  ).toBeVisible();
  await expect(field(page, "Email")).toHaveValue("tester@example.test");
  await expect(field(page, "Password")).toHaveValue("x");
  await expect(page).toHaveURL(/\/login/);

  await field(page, "Password").fill(password);
  await submit.click();
  await expect(page.getByText("Login successful!")).toBeVisible();
  await page.waitForURL(`${product.url}/tester`);
});

test(
  "X1 register and login report an unreachable server and an error without text, and keep the input",
  long,
  async ({ page, context }) => {
    await at(page, "/login");
    await field(page, "Email").fill("tester@example.test");
    await field(page, "Password").fill(password);
    await page.getByRole("button", { name: "Log In" }).click({ trial: true });
    await context.setOffline(true);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByText("The server cannot be reached. Check your connection and try again.")).toBeVisible();
    await context.setOffline(false);
    await page.route("**/auth/v1/token**", (route) =>
      route.fulfill({ status: 400, json: { code: "user_not_found", msg: "User not found" } }),
    );
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByText("User not found. Please register for an account.")).toBeVisible();
    await expect(field(page, "Password")).toHaveValue(password);
    await page.unroute("**/auth/v1/token**");
    await page.route("**/auth/v1/token**", (route) => route.fulfill({ status: 400, json: { code: 400, msg: "" } }));
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  },
);

test(
  "V4 X1 campaign form: each invalid field shows its error on its tab, and no input is lost",
  long,
  async ({ browser }) => {
    test.setTimeout(240_000);
    const { context, page } = await signedIn(browser, "developer", "/developer/campaigns/create");
    const next = page.getByRole("button", { name: "Next Step" });
    const tab = (name: string) => page.getByRole("tab", { name });
    const onTab = (name: string) => expect(tab(name)).toHaveAttribute("aria-selected", "true");

    await test.step("Basic Info", async () => {
      await next.click();
      await saysWrong(page, "Title", "Title must be at least 5 characters.");
      await saysWrong(page, "Description", "Description must be at least 20 characters.");
      await onTab("Basic Info");
      await field(page, "Title").fill("  Maps  ");
      await field(page, "Description").fill("nineteen characters");
      await next.click();
      await saysWrong(page, "Title", "Title must be at least 5 characters.");
      await saysWrong(page, "Description", "Description must be at least 20 characters.");
      await expect(field(page, "Title")).toHaveValue("  Maps  ");
      await expect(field(page, "Description")).toHaveValue("nineteen characters");
      await field(page, "Title").fill("A night map");
      await field(page, "Description").fill("Can the map be read in the dark?");
      // The first field gets the focus together with the tab: later it would move the focus while
      // the user types.
      await page.evaluate(() => {
        window.requestAnimationFrame = () => 0;
      });
      await next.click();
      await onTab("Details");
      await expect(field(page, "Start date")).toBeFocused();
      await page.reload();
      await onTab("Details");
    });

    await test.step("Details", async () => {
      await field(page, "Number of testers").fill("");
      await next.click();
      await expect(page.getByText("Required", { exact: true })).toHaveCount(3);
      for (const [typed, message] of [
        ["0", "Number of testers must be at least 1."],
        ["-3", "Number of testers must be at least 1."],
        ["1.5", "Whole numbers only."],
        ["1000000", "A campaign can have at most 10000 testers."],
      ] as const) {
        await field(page, "Number of testers").fill(typed);
        await next.click();
        await saysWrong(page, "Number of testers", message);
        await expect(field(page, "Number of testers")).toHaveValue(typed);
      }
      await field(page, "Number of testers").fill("3");
      await field(page, "Start date").fill("2030-05-02");
      await field(page, "End date").fill("2030-05-01");
      await next.click();
      await saysWrong(page, "End date", "The end date can't be before the start date.");
      await field(page, "Start date").fill("0030-05-02");
      await next.click();
      await saysWrong(page, "Start date", "Enter a year with four digits.");
      await onTab("Details");
      await field(page, "Start date").fill("2030-05-01");
      await next.click();
      await onTab("Rewards");
    });

    await test.step("Rewards", async () => {
      const amount = page.getByLabel(/^Reward amount/);
      for (const [typed, message] of [
        ["", "Required"],
        ["0", "Reward amount must be at least 1."],
        ["-15", "Reward amount must be at least 1."],
        ["0.99", "Reward amount must be at least 1."],
        ["1000001", "This amount is too large."],
      ] as const) {
        await amount.fill(typed);
        await next.click();
        await expect(page.getByText(message, { exact: true })).toBeVisible();
        await expect(amount).toHaveAttribute("aria-invalid", "true");
        await expect(amount).toHaveValue(typed);
        await onTab("Rewards");
      }
    });

    await test.step("tabs are opened directly; sent with an error elsewhere, its tab is opened and nothing is made", async () => {
      await tab("Requirements").click();
      await page.getByRole("textbox", { name: /^Requirements/ }).fill("A phone");
      await field(page, "Days to answer a report").fill("0");
      await page.getByLabel(/^Link to the build/).fill("javascript:alert(1)");
      await page.getByRole("button", { name: "Create Campaign" }).click();
      await onTab("Rewards");
      await page.getByLabel(/^Reward amount/).fill("20");
      await tab("Requirements").click();
      await page.getByRole("button", { name: "Create Campaign" }).click();
      await expect(page.getByText("Enter a full address that starts with https://", { exact: true })).toBeVisible();
      await expect(page.getByText("Give yourself at least one day.", { exact: true })).toBeVisible();
      expect(await product.sql`select 1 from campaigns`).toHaveLength(0);
    });

    await test.step("everything typed is still there, after a reload too; corrected, it is made", async () => {
      await page.reload();
      await tab("Basic Info").click();
      await expect(field(page, "Title")).toHaveValue("A night map");
      await tab("Details").click();
      await expect(field(page, "Number of testers")).toHaveValue("3");
      await expect(field(page, "End date")).toHaveValue("2030-05-01");
      await tab("Requirements").click();
      await expect(page.getByRole("textbox", { name: /^Requirements/ })).toHaveValue("A phone");
      await page.getByLabel(/^Link to the build/).fill("https://example.test/build");
      await field(page, "Days to answer a report").fill("5");
      await page.getByRole("button", { name: "Create Campaign" }).click();
      await expect(page.getByText("Campaign created!").first()).toBeVisible();
      await expect(page.getByText("Your beta testing campaign has been created successfully.").first()).toBeVisible();
      await page.waitForURL(/\/developer\/campaigns(\?.*)?$/);
      // Back skips the completed form.
      await page.goBack();
      await expect(page).not.toHaveURL(/\/campaigns\/create/);
      await page.goForward();
      await expect(page).toHaveURL(/\/developer\/campaigns(\?.*)?$/);
      await synced(page);
      expect(await product.sql`select title, max_testers, reward_amount_cents, review_days from campaigns`).toEqual([
        { title: "A night map", max_testers: 3, reward_amount_cents: 2000, review_days: 5 },
      ]);
    });
    await context.close();
  },
);

test("R5 an unknown path is reported, logged, and links back", async ({ page }) => {
  await page.addInitScript(() => {
    window.addEventListener("betaflock:trace", (event) => {
      const { kind, path } = (event as CustomEvent<{ kind: string; path: string }>).detail;
      (window as unknown as { traces: string[] }).traces = [`${kind} ${path}`];
    });
  });
  for (const path of ["/nowhere", "/login/deeper", "/%3Cscript%3Ealert(1)%3C/script"]) {
    await at(page, path);
    await expect(page.getByRole("heading", { name: "404" })).toBeVisible();
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { traces: string[] }).traces)).toEqual([
      `not_found ${path}`,
    ]);
  }
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL(`${product.url}/`);
});

test("R6 a guarded page signed out redirects to login with a notice, and back to that page", long, async ({ page }) => {
  for (const path of ["/tester", "/developer/campaigns/create", "/admin", "/tester/tests?q=map"]) {
    await at(page, path);
    await expect(page).toHaveURL(/\/login\?/);
    await expect(page.getByText("Please log in to access this page.")).toBeVisible();
  }
  // The path survives a visit to the registration page.
  await page.getByRole("link", { name: "Register" }).click();
  await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
  await field(page, "Email").fill("tester@example.test");
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL(`${product.url}/tester/tests?q=map`);
  await expect(page.getByRole("searchbox")).toHaveValue("map");
  // A new page replaced the form: the focus is at its start.
  await expect(page.getByRole("main")).toBeFocused();
});

test("R6 the login never redirects to another site", long, async ({ page }) => {
  for (const redirect of [
    "//evil.test",
    "https://evil.test",
    "/\\evil.test",
    "javascript:alert(1)",
    "/\t/evil.test",
    "/%09/evil.test",
  ]) {
    await at(page, `/login?redirect=${encodeURIComponent(redirect)}`);
    await field(page, "Email").fill("tester@example.test");
    await field(page, "Password").fill(password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Welcome back");
    expect(new URL(page.url()).origin).toBe(product.url);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
});

test("R7 a guarded page for another role redirects to the user's home, with a notice", async ({ browser }) => {
  const pages = {
    tester: [
      ["/developer/campaigns/create", "That page is for developers. This is your own dashboard."],
      ["/admin", "That page is for admins. This is your own dashboard."],
    ],
    developer: [["/tester/tests", "That page is for testers. This is your own dashboard."]],
  } as const;
  for (const role of ["tester", "developer"] as const) {
    const { context, page } = await signedIn(browser, role);
    for (const [path, notice] of pages[role]) {
      await at(page, path);
      await expect(page).toHaveURL(`${product.url}/${role}`);
      await expect(page.getByText(notice)).toBeVisible();
    }
    await context.close();
  }
});

test("P1 a role written into this browser's storage opens no other role's data", long, async ({ browser }) => {
  const { context, page } = await signedIn(browser, "tester");
  await page.evaluate(() => {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i) ?? "";
      localStorage.setItem(key, (localStorage.getItem(key) ?? "").replaceAll('"role":"tester"', '"role":"admin"'));
    }
  });
  await at(page, "/admin");
  // The screen may open; the server decides which rows to send, and tells the device its real role.
  await expect(page).toHaveURL(`${product.url}/tester`);
  await context.close();
});

test(
  "S30 R8 the language chosen on the login page is stored as `language` and applies to every message",
  long,
  async ({ page }) => {
    await at(page, "/login");
    const html = page.locator("html");
    await expect(html).toHaveAttribute("lang", "en");
    await page.getByLabel("Language").selectOption("es");
    await expect(html).toHaveAttribute("lang", "es");
    expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("es");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Welcome back");
    await page.locator("form button[type=submit]").click();
    await expect(page.getByText("Please enter a valid email address")).toBeHidden();
    await expect(page.locator("[aria-invalid=true]")).toHaveCount(2);
    await page.reload();
    await expect(html).toHaveAttribute("lang", "es");
    await page.locator("header select").selectOption("en");
    await expect(html).toHaveAttribute("lang", "en");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
    // An invalid stored value falls back to English.
    for (const odd of ["fr", "", "__proto__", "<b>"]) {
      await page.evaluate((value) => localStorage.setItem("language", value), odd);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
      await expect(html).toHaveAttribute("lang", "en");
    }
  },
);
