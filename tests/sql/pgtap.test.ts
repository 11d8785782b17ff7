// supabase/tests/*.sql, assertion by assertion, on both databases: the same files that `supabase
// test db` runs against a real project.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { files, pgtapSql, prepared, run } from "../fixtures/pgtap.ts";
import { kinds, openDatabase, type TestDatabase } from "../fixtures/test-database.ts";

describe.each(kinds)("%s", (kind) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openDatabase(kind);
    await db.db.script(pgtapSql());
  });
  afterAll(() => db.close());

  test.each(files)(
    "P1 P2 P3 P4 V5 every assertion of %s holds",
    async (name) => {
      const { passed, failed } = await run(db, prepared(name));
      expect(failed).toEqual([]);
      expect(passed.length).toBeGreaterThan(50);
    },
    300_000,
  );
});
