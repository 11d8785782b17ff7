// Every screen that there is, on the sample data, as a list: read by the test that looks at all of
// them and by `npm run screens`, which takes their pictures. A new screen is a line here.
import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import type { Sql } from "postgres";

export type Visitor = "anonymous" | "tester" | "developer" | "admin";

export interface Screen {
  name: string;
  path: string;
  visitor: Visitor;
  /** What has to be done until it shows what is worth looking at. */
  prepare?(page: Page): Promise<void>;
}

/** Logins of the sample data (supabase/seed.sql). */
const samplePassword = "betaflock-demo";
const sampleLogin: Readonly<Record<Exclude<Visitor, "anonymous">, string>> = {
  tester: "tester@betaflock.test",
  developer: "dev@betaflock.test",
  admin: "admin@betaflock.test",
};

const submitEmpty = (page: Page) => page.locator("form button[type=submit]").click();
const spanish = readFileSync(new URL("../../src/locales/es.po", import.meta.url), "utf8");
/** By its English name or its Spanish one: pictures are taken of both. */
function press(name: string) {
  const [, translated = name] = new RegExp(`msgid "${name}"\nmsgstr "(.*)"`).exec(spanish) ?? [];
  return (page: Page) => page.getByRole("button", { name: new RegExp(`^(${name}|${translated})$`) }).click();
}

/** @param sql the database behind the product: the ids in the paths are looked up there */
export async function screensOf(sql: Sql): Promise<readonly Screen[]> {
  const id = async (query: Promise<readonly { id: string }[]>) => (await query)[0]?.id ?? "none";
  const dev = sql`select id from profiles where email = ${sampleLogin.developer}`;
  const tester = sql`select id from profiles where email = ${sampleLogin.tester}`;
  const active = await id(
    sql`select id from campaigns where developer_id = (${dev}) and status = 'active' order by title limit 1`,
  );
  const completed = await id(
    sql`select id from campaigns where developer_id = (${dev}) and status = 'completed' order by title limit 1`,
  );
  const app = await id(
    sql`select id from apps where developer_id = (${dev}) and status = 'published' order by title limit 1`,
  );
  const joined = await id(
    sql`select campaign_id as id from applications where tester_id = (${tester}) and status = 'accepted' order by id limit 1`,
  );
  const open = await id(
    sql`select c.id from campaigns c where status = 'active' and not exists
        (select from applications a where a.campaign_id = c.id and a.tester_id = (${tester})) order by title limit 1`,
  );
  const [report] = await sql<{ id: string; campaign_id: string }[]>`
    select id, campaign_id from feedback where tester_id = (${tester}) and status <> 'draft' order by id limit 1`;
  const of = (visitor: Visitor, rows: Readonly<Record<string, string | readonly [string, Screen["prepare"]]>>) =>
    Object.entries(rows).map(([name, row]): Screen => {
      const [path, prepare] = typeof row === "string" ? [row] : row;
      return { name: `${visitor}-${name}`, path, visitor, ...(prepare ? { prepare } : {}) };
    });
  return [
    ...of("anonymous", {
      landing: "/",
      about: "/about",
      terms: "/terms",
      privacy: "/privacy",
      contact: "/contact",
      login: ["/login", submitEmpty],
      "login-admin": "/login?role=admin",
      register: ["/register", submitEmpty],
      "forgot-password": "/forgot-password",
      "reset-password": "/reset-password",
      "verify-email": "/verify-email?email=a@example.test",
      "auth-callback": "/auth/callback",
      "email-change-half": "/auth/callback#message=one+left",
      "not-found": "/nowhere",
      "app-store": "/apps",
      "app-store-app": `/apps/${app}`,
      "app-store-versions": `/apps/${app}?tab=versions`,
      "app-store-unknown": "/apps/none",
    }),
    ...of("tester", {
      dashboard: "/tester",
      tests: "/tester/tests",
      "tests-filters": ["/tester/tests", press("More Filters")],
      test: `/tester/tests/${open}`,
      workspace: `/tester/tests/${joined}`,
      report: `/tester/tests/${report?.campaign_id ?? "none"}/report/${report?.id ?? "none"}`,
      applications: "/tester/applications",
      feedback: "/tester/feedback",
      rewards: "/tester/rewards",
      share: "/tester/share",
      profile: "/tester/profile",
      notifications: "/notifications",
      account: "/account",
      security: "/account/security",
    }),
    ...of("developer", {
      dashboard: "/developer",
      campaigns: "/developer/campaigns",
      "campaign-create": ["/developer/campaigns/create", press("Next Step")],
      campaign: `/developer/campaigns/${active}`,
      applicants: `/developer/campaigns/${active}/applicants`,
      feedback: `/developer/campaigns/${active}/feedback`,
      analytics: `/developer/campaigns/${completed}/analytics`,
      edit: `/developer/campaigns/${active}/edit`,
      apps: "/developer/apps",
      app: `/developer/apps/${app}`,
      profile: "/developer/profile",
      storage: [`/developer/storage?path=docs`, (page) => page.getByRole("button", { name: "checklist.txt" }).click()],
      "storage-upload": ["/developer/storage?tab=upload", press("Upload")],
      "app-store-report": [`/apps/${app}`, press("Report Issue")],
    }),
    ...of("admin", {
      dashboard: "/admin",
      users: "/admin/users",
      "users-add": ["/admin/users", press("Add User")],
      settings: "/admin/settings",
      "settings-security": "/admin/settings?tab=security",
      "settings-notifications": "/admin/settings?tab=notifications",
      "settings-payments": "/admin/settings?tab=payments",
      "settings-branding": "/admin/settings?tab=branding",
      flags: "/admin/flags?show=all",
      payouts: "/admin/payouts?show=all",
      activity: "/admin/activity",
      refusals: "/admin/refusals",
      messages: "/admin/messages?show=all",
      storage: "/admin/storage",
    }),
  ];
}

/** The heading stands, and what it shows has been read from the store. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector(".animate-shimmer") === null);
}

/**
 * Logs in with a login of the sample data; leaves the person at home, with everything on the
 * device.
 */
export async function enterAs(page: Page, url: string, visitor: Visitor): Promise<void> {
  if (visitor === "anonymous") return;
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(sampleLogin[visitor]);
  await page.getByLabel("Password", { exact: true }).fill(samplePassword);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL(`${url}/${visitor}`);
  await page.getByRole("button", { name: /^Sync: Synced/ }).waitFor({ timeout: 60_000 });
}
