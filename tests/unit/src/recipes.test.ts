// The recipes in CONTRIBUTING.md and docs/architecture.md ("files of a change") list every file. An
// existing example of each change finds the files in the code.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { collectionsByRole } from "../../../sync/schema/collections.ts";
import { root } from "../../fixtures/imports.ts";

const read = (file: string) => readFileSync(resolve(root, file), "utf8");
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const product = tracked.filter(
  (file) => /^(src|sync|supabase|public)\/.*\.(tsx?|js|sql)$/.test(file) && !/^supabase\/(tests|seed)/.test(file),
);

/** The part of a page from `start` to the next item or heading. */
function section(page: string, start: string, end: RegExp): string {
  const text = read(page);
  const from = text.indexOf(start) + start.length;
  expect(from).toBeGreaterThan(start.length);
  return text.slice(from, from + text.slice(from).search(end));
}

/** The tracked files that a text names, by the end of their path or by the topic of a migration. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+)`/g)]
    .flatMap(([, name = ""]) =>
      product.filter(
        (file) => file === name || file.endsWith(`/${name}`) || /\/\d+_(\w+)\.sql$/.exec(file)?.[1] === name,
      ),
    )
    .sort();

/** Product files that contain all of these. */
const filesWith = (...needles: RegExp[]): string[] =>
  product.filter((file) => needles.every((needle) => needle.test(read(file)))).sort();

const recipe = (name: string) => section("docs/architecture.md", `- **${name}**:`, /\n- \*\*|\n\n/);

test("adding a language: the recipe lists each file with a list of languages", () => {
  const listed = filesIn(section("CONTRIBUTING.md", "## Adding a language", /\n## /));
  expect(listed).toEqual(filesWith(/["']es["']|\bes: /));
});

test("adding a severity: the recipe lists each file with all severities", () => {
  expect(filesIn(recipe("A severity"))).toEqual(filesWith(/\blow\b/, /\bmedium\b/, /\bhigh\b/, /\bcritical\b/));
});

test("adding a field to the report: the recipe lists each file with the field `steps`", () => {
  // Rules of this field alone, and the page of a build, which has other steps.
  const special =
    /step-report\.tsx$|task-result-view\.tsx$|build-page\.tsx$|report-rules\.ts$|feedback_effects\.sql$|sync\/queries\/feedback\.ts$/;
  const found = filesWith(/\bsteps\b/, /\bdetails\b/).filter((file) => !special.test(file));
  expect(filesIn(recipe("A field of the report"))).toEqual(found);
});

test("adding a kind of notification: the recipe lists each file with the kind issue_fixed", () => {
  const sender = "supabase/migrations/20261124001422_builds.sql";
  expect([...filesIn(recipe("A kind of notification")), sender].sort()).toEqual(filesWith(/\bissue_fixed\b/));
});

test("adding a list for admins: each list has the parts that the recipe names", () => {
  const text = recipe("A list for admins");
  const migration = (topic: string) => {
    expect(text).toContain(`\`${topic}\``);
    const [file = ""] = product.filter((name) => name.endsWith(`_${topic}.sql`));
    return read(file);
  };
  const [tables, functions, grants] = ["admin_projections", "administration", "privileges"].map(migration) as [
    string,
    string,
    string,
  ];
  const lists = [
    ...functions.matchAll(
      /create function public\.(admin_\w+)\(request jsonb\)(?:(?!\n\$\$;)[\s\S])*?admin_(?:search\('(\w+)'|list\('(\w+)')/g,
    ),
  ].map(([, name = "", table = "", kind = ""]) => ({ name, table, kind: kind || table.replace(/_words$/, "") }));
  expect(lists.length).toBeGreaterThan(5);
  const permissions = read("supabase/tests/permissions.test.sql");
  const schemas = read("sync/schema/admin-functions.ts");
  for (const file of [
    "supabase/tests/permissions.test.sql",
    "sync/schema/admin-functions.ts",
    "src/shell/navigation.ts",
  ])
    expect(text).toContain(`\`${file}\``);
  for (const { name, table, kind } of lists) {
    // private.add_words creates the table with its indexes and trigger.
    const added = [table, `${kind}_words`].some((of) => tables.includes(`private.add_words('${of}', `));
    const parts = {
      table: added || tables.includes(`create table private.${table} (`),
      words: added || new RegExp(`create index \\w+ on private\\.${table} using gin \\(words\\)`).test(tables),
      order: added || new RegExp(`create index \\w+ on private\\.${table} \\(\\w+, id\\)`).test(tables),
      grant: grants.includes(`'${name}(jsonb)'`),
      permissions: permissions.includes(`public.${name}(`),
      schema: schemas.includes(`"${name}"`),
    };
    expect([name, Object.entries(parts).filter(([, isThere]) => !isThere)]).toEqual([name, []]);
  }
  expect(tables.match(/create trigger|select private\.add_words/g)?.length).toBeGreaterThanOrEqual(lists.length);
});

test("CONTRIBUTING.md names the most collections of a role", () => {
  const most = Math.max(...Object.values(collectionsByRole).map((names) => names.length));
  expect(read("CONTRIBUTING.md").replace(/\s+/g, " ")).toContain(`a role has at most ${most} `);
});
