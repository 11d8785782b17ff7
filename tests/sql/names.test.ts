// The sort order of names on both databases: with ICU and without.
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { person } from "../fixtures/sql/rows.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";

interface Page {
  rows: { name: string }[];
  next: unknown;
}
const wanted = [
  "Ana",
  "Ángel 2",
  "ángel 10",
  "Céline",
  "Chiara",
  "Nora",
  "Nuria",
  "Ñandú",
  "Person 1",
  "Person 2",
  "Person 10",
];

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);

  test("S24 users are listed in the order of their names, page by page: accents and numbers too", async () => {
    const admin = await person(db, "admin");
    for (const name of wanted.toReversed()) {
      const id = await person(db, "tester");
      await db.owner("update public.profiles set name = $2 where id = $1", [id, name]);
    }
    const seen: string[] = [];
    let after: unknown = null;
    do {
      const [answer] = await db.query<{ page: Page }>(admin, "select public.admin_users($1::text::jsonb) as page", [
        JSON.stringify({ role: "tester", limit: 3, after }),
      ]);
      if (!answer) throw new Error("no page");
      seen.push(...answer.page.rows.map((row) => row.name));
      after = answer.page.next;
    } while (after);
    expect(seen).toEqual(wanted);
  });
});
