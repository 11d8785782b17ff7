// Lists outside of SQL and the schemas: languages of users, texts and e-mails, and the choices of
// System Settings. A missing entry fails here.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import lingui from "../../lingui.config.ts";
import { mailText, notificationText } from "../../supabase/functions/_shared/server-texts.ts";
import { authMailKinds } from "../../supabase/functions/_shared/text-writers.ts";
import { authTemplate, withSubjects } from "../../supabase/local/auth/auth-templates.ts";
import { accounts } from "../../sync/schema/accounts.ts";
import { currency } from "../../sync/schema/fields.ts";
import { languages } from "../../sync/schema/languages.ts";
import { settingLimits, settingOptions } from "../../sync/schema/settings.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";

const root = resolve(import.meta.dirname, "../..");
const sorted = (values: Iterable<string>) => [...values].sort();
const quoted = (text: string) => [...text.matchAll(/'([^']*)'/g)].map((match) => match[1] ?? "");
const db = setUpDatabase("pglite");

const checkOf = async (constraint: string) => {
  const [row] = await db.owner<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1",
    [constraint],
  );
  return quoted(row?.text ?? "");
};

test("S30 accounts, app and e-mails have the same languages", async () => {
  const codes = sorted(languages);
  expect(sorted(accounts.entries.language.options)).toEqual(codes);
  expect(sorted(await checkOf("accounts_language_check"))).toEqual(codes);
  expect(sorted(lingui.locales)).toEqual(codes);
  expect(sorted(readdirSync(resolve(root, "src/locales")).map((name) => name.replace(/\.po$/, "")))).toEqual(codes);
  const templates = readdirSync(resolve(root, "supabase/templates"));
  expect(templates.length).toBeGreaterThan(4);
  for (const name of templates) {
    const html = readFileSync(resolve(root, "supabase/templates", name), "utf8");
    const found = [...html.matchAll(/lang="([a-z]+)"/g)].map((match) => match[1] ?? "");
    expect([name, sorted(found)]).toEqual([name, codes]);
  }
});

test("S25 the auth service's e-mails are generated from the server's texts", () => {
  const written = (name: string) => readFileSync(resolve(root, "supabase", name), "utf8");
  for (const kind of authMailKinds) expect(written(`templates/${kind}.html`)).toBe(authTemplate(kind));
  expect(withSubjects(written("config.toml"))).toBe(written("config.toml"));
});

test("S29 each kind of notification has texts in each language", async () => {
  const kinds = await checkOf("notifications_kind_check");
  expect(kinds.length).toBeGreaterThan(10);
  // A title may consist of a name from the data.
  const data = { author_name: "Ana" };
  const aboutLogin = ["recovery_code_used", "factor_added", "factor_removed", "password_changed", "email_changed"];
  for (const kind of [...kinds, ...aboutLogin]) {
    const titles = languages.map((language) => notificationText(kind, data, language).title);
    expect([kind, new Set(titles).size, titles.includes("Betaflock")]).toEqual([kind, languages.length, false]);
  }
  const mails = languages.map((language) => mailText({ title: "", body: "" }, language, "/", "/"));
  expect(new Set(mails).size).toBe(languages.length);
});

test("S25 System Settings offers exactly the values that the server accepts", async () => {
  const [rule] = await db.owner<{ prosrc: string }>("select prosrc from pg_proc where proname = 'setting_rules'");
  const source = rule?.prosrc ?? "";
  const listed = (key: string) => quoted(new RegExp(`'${key}' not in \\(([^)]*)\\)`).exec(source)?.[1] ?? "");
  for (const [key, options] of Object.entries(settingOptions)) expect([key, listed(key)]).toEqual([key, options]);
  expect(listed("currency")).toEqual(currency.options);
  for (const [key, [least, most]] of Object.entries(settingLimits))
    expect(source).toContain(`'${key}')::numeric not between ${least} and ${most}`);
});
