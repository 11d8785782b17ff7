// supabase/tests/*.sql, assertion by assertion, on both databases: the same files that `supabase
// test db` runs against a real project. The checklist's ids stand at the assertions.
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
