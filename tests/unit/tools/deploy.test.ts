import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { deploy, type Plan, planOf } from "../../../supabase/deploy.ts";

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
])("rejects %s and names the expected value", (_, args, word) => {
  expect(planOf(args, env)).toEqual(expect.arrayContaining([expect.stringContaining(word)]));
});

test("rejects a setting that no settings file can hold", () => {
  const settings = { ...env, MAIL_FROM: `"O'Neil \`" <a@example.com>` };
  expect(planOf(project, settings)).toEqual([expect.stringContaining("MAIL_FROM")]);
});

test("P2 rejects an old service_role key, which is not a secret key of the project", () => {
  expect(planOf(project, { SUPABASE_SECRET_KEY: "eyJhbGciOi" })).toEqual([expect.stringContaining("sb_secret_")]);
});

test("P2 settings of this machine reach no project, and no secret is an argument", () => {
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

test("a dry run queries the changes and changes nothing", () => {
  for (const { dry } of planned(project).steps)
    if (dry) expect(dry.includes("--dry-run") || dry.includes("diff")).toBe(true);
});

test("lists features that stay off without their settings", () => {
  expect(planned(project).notes).toHaveLength(4);
  const all = {
    ...{ VAPID_PUBLIC_KEY: "k", SMTP_URL: "smtps://mail", MAIL_FROM: "a@example.com" },
    ...{ GOOGLE_CLIENT_ID: "i", GOOGLE_CLIENT_SECRET: "s", GITHUB_CLIENT_ID: "i", GITHUB_CLIENT_SECRET: "s" },
  };
  expect(planned(project, all).notes).toEqual([]);
});

/**
 * Runs it with a CLI that fails with this output.
 * @returns the printed messages
 */
async function failingWith(words: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "betaflock-test-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "npx"), `#!/bin/sh\ncat >&2 <<'EOF'\n${words}\nEOF\nexit 1\n`, { mode: 0o755 });
  let said = "";
  const keep = (text: unknown): boolean => {
    said += String(text);
    return true;
  };
  for (const stream of [process.stdout, process.stderr]) {
    const write = vi.spyOn(stream, "write").mockImplementation(keep);
    onTestFinished(() => write.mockRestore());
  }
  expect(await deploy(project, { ...env, PATH: `${folder}:/usr/bin:/bin` })).toBe(1);
  return said;
}

test.each([
  `IPv6 is not supported on your current network
Pass the project's connection pooler URL with --remote=<pooler db-url> to connect over IPv4.`,
  "dial error (dial tcp [2406:da14::9e0c]:5432: connect: network is unreachable)",
  "connect ENETUNREACH 2406:da14::9e0c:5432",
])("P2 without IPv6 it suggests its own option for the database address: %s", async (words) => {
  const said = await failingWith(words);
  expect(said).toContain(words);
  expect(said).toMatch(/Stopped at step 1 of 5, Migrations.+--db-url postgres:\/\/postgres\.<ref>@<pooler>/s);
  expect(said).toMatch(/session pooler.+PGPASSWORD/s);
});

test("repeats other failures as the CLI prints them", async () => {
  const said = await failingWith('syntax error at or near "creat" (SQLSTATE 42601)');
  expect(said).toContain("SQLSTATE 42601");
  expect(said).toContain("Stopped at step 1 of 5");
  expect(said).not.toContain("--db-url");
});
