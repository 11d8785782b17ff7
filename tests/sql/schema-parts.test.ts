// The schema fingerprint that `npm run doctor` compares must be the same on each version of
// PostgreSQL.
import { expect, test } from "vitest";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";

const pglite = setUpDatabase("pglite");
const postgres = setUpDatabase("postgres");

test("the migrations create the same parts on PGlite and on an older PostgreSQL", async () => {
  const parts = (db: typeof pglite) =>
    db.owner<Record<string, string>>(
      "select kind, of, name, hash from private.current_parts() order by kind, of, name",
    );
  const [newer, older] = [await parts(pglite), await parts(postgres)];
  expect(newer.length).toBeGreaterThan(1000);
  expect(
    older.filter(
      (part) => !newer.some((one) => one.name === part.name && one.kind === part.kind && one.hash === part.hash),
    ),
  ).toEqual([]);
  expect(newer).toHaveLength(older.length);
});
