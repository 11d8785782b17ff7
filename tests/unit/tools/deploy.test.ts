// What `npm run deploy` would do, and what it refuses before anything is touched.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Plan, planOf } from "../../../supabase/deploy.ts";

const ref = "abcdefghijklmnopqrst";
const project = ["--project-ref", ref, "--site-url", "https://beta.example.com"];
const env = { SUPABASE_SECRET_KEY: "sb_secret_0123456789", VAPID_PRIVATE_KEY: "the private key" };

const planned = (args: readonly string[], settings: object = {}): Plan => {
  const plan = planOf(args, { ...env, ...settings });
  if (Array.isArray(plan)) throw new Error(plan.join(" "));
  return plan;
};

test.each([
  ["no project", [], "--project-ref"],
  [
    "an address in place of the project's letters",
    ["--project-ref", `https://${ref}.supabase.co`, ...project.slice(2)],
    "--project-ref",
  ],
  ["no address of the app", project.slice(0, 2), "--site-url"],
  ["an address of this machine without TLS", [...project.slice(0, 3), "http://127.0.0.1:3000"], "--site-url"],
  ["an address with a path", [...project.slice(0, 3), "https://example.com/app"], "--site-url"],
  ["a database that is none", ["--db-url", "mysql://x"], "--db-url"],
  ["an argument that is not known", ["--force"], "--force"],
])("refuses %s, and says what it wants", (_, args, word) => {
  expect(planOf(args, env)).toEqual(expect.arrayContaining([expect.stringContaining(word)]));
});

test("refuses a setting that no file of settings can hold", () => {
  const settings = { ...env, MAIL_FROM: `"O'Neil \`" <a@example.com>` };
  expect(planOf(project, settings)).toEqual([expect.stringContaining("MAIL_FROM")]);
});

test("P2 refuses an old service_role key, which is no secret key of the project", () => {
  expect(planOf(project, { SUPABASE_SECRET_KEY: "eyJhbGciOi" })).toEqual([expect.stringContaining("sb_secret_")]);
});

test("P2 the settings of this machine reach no project, and no secret is an argument", () => {
  const { steps } = planned(project);
  expect(steps.map(({ title }) => title)).toEqual([
    "Migrations",
    "Secrets of the database",
    "Settings of accounts and e-mails",
    "Secrets of the functions",
    "Functions",
  ]);
  for (const { args } of steps) {
    expect(args).toContain(`--remote=${ref}`);
    for (const secret of Object.values(env)) expect(args.join(" ")).not.toContain(secret);
  }
  for (const step of steps.slice(0, 3))
    expect(step.env).toMatchObject({
      SITE_URL: "https://beta.example.com",
      SITE_REDIRECTS: "https://beta.example.com/**",
      SUPABASE_PROJECT_URL: `https://${ref}.supabase.co`,
    });
  const config = readFileSync(new URL("../../../supabase/config.toml", import.meta.url), "utf8");
  expect(config).not.toMatch(/127\.0\.0\.1|localhost/);
});

test("a dry run asks for what would change, and changes nothing", () => {
  for (const { dry } of planned(project).steps)
    if (dry) expect(dry.includes("--dry-run") || dry.includes("diff")).toBe(true);
});

test("says what stays off without its settings", () => {
  expect(planned(project).notes).toHaveLength(4);
  const all = {
    ...{ VAPID_PUBLIC_KEY: "k", SMTP_URL: "smtps://mail", MAIL_FROM: "a@example.com" },
    ...{ GOOGLE_CLIENT_ID: "i", GOOGLE_CLIENT_SECRET: "s", GITHUB_CLIENT_ID: "i", GITHUB_CLIENT_SECRET: "s" },
  };
  expect(planned(project, all).notes).toEqual([]);
});
