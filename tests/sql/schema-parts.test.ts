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

test("each trigger of ours on a table of the auth, storage or realtime service is a part", async () => {
  const missing = await pglite.owner(
    `select g.tgname from pg_trigger g join pg_class c on c.oid = g.tgrelid
     where g.tgname like 'betaflock\\_%' and c.relnamespace <> all (array['public', 'private']::regnamespace[])
       and not exists (select from private.current_parts() p where p.kind = 'trigger' and p.name like '%' || g.tgname)`,
  );
  expect(missing).toEqual([]);
});

test("definitions that differ in their brackets or in a text have different hashes", async () => {
  const hashes = new Set<string | undefined>();
  const checks = ["(a or b) and c", "a or (b and c)", "name = 'A b'", "name = 'a b'", "name = 'ab'"];
  for (const check of checks) {
    await pglite.owner("create table private.fingerprint (a boolean, b boolean, c boolean, name text)");
    await pglite.owner(`alter table private.fingerprint add constraint tested check (${check})`);
    const [part] = await pglite.owner<{ hash: string }>(
      "select hash from private.current_parts() where kind = 'constraint' and name = 'private.fingerprint tested'",
    );
    hashes.add(part?.hash);
    await pglite.owner("drop table private.fingerprint");
  }
  expect(hashes.size).toBe(checks.length);
});
