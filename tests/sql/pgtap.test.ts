// Runs supabase/tests/*.sql on both databases, assertion by assertion; `supabase test db` runs the
// same files on a real project. The assertions have the checklist's ids.
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { files, pgtapSql, prepared, run } from "../fixtures/sql/pgtap.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  beforeAll(() => db.db.script(pgtapSql()));
  test.each(files)(
    "every assertion of %s holds",
    async (name) => {
      const { passed, failed } = await run(db, prepared(name));
      expect(failed).toEqual([]);
      expect(passed.length).toBeGreaterThan(50);
    },
    300_000,
  );
});
