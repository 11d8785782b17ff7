// Existing databases: the current version is left unchanged, an unreleased version is rejected.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startBackend } from "../../supabase/local/backend.ts";
import { bootstrap } from "../../supabase/local/database/bootstrap.ts";
import { openPglite, openPostgres } from "../../supabase/local/database/database.ts";
import { migrate, migrationsIn } from "../../supabase/local/database/migrations.ts";
import { type Engine, engines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import { createOwnDatabase, migrationsFolder } from "../fixtures/shared-postgres.ts";
import { openDatabase } from "../fixtures/sql/database.ts";

const unreleased = "20261120000001";

/** Creates an empty data location in the format of the backend's options. */
async function place(kind: Engine) {
  const dataDir = mkdtempSync(join(tmpdir(), "betaflock-migrations-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  if (kind === "pglite") return { options: { dataDir }, open: () => openPglite({ folder: dataDir }) };
  const own = await createOwnDatabase("empty");
  onTestFinished(() => own.drop());
  return { options: { dataDir, databaseUrl: own.url }, open: () => openPostgres(own.url) };
}

describe.each(engines)("%s", (kind) => {
  test("data of an unreleased version is rejected with instructions, and stays unchanged", long, async () => {
    const { options, open } = await place(kind);
    const before = await open();
    await bootstrap(before);
    await before.script(`
      create table public.campaigns (title text);
      insert into public.campaigns values ('Kept');
      insert into supabase_migrations.schema_migrations (version, name) values ('${unreleased}', 'types_and_tables');`);
    await before.close();

    const reset = kind === "pglite" ? "`npm run db:reset`" : "`npm run db:reset -- --yes`";
    await expect(startBackend(options)).rejects.toThrow(
      `made by an unreleased version of Betaflock (migration ${unreleased}) and cannot be upgraded. ` +
        `${reset} starts anew; to keep a copy first, run \`npm run db:backup -- <file>\`.`,
    );

    const after = await open();
    expect(await after.query("select title from public.campaigns")).toEqual([{ title: "Kept" }]);
    expect(await after.query("select version from supabase_migrations.schema_migrations")).toEqual([
      { version: unreleased },
    ]);
    await after.close();
  });

  test("current migrations are applied once each", async () => {
    const db = await openDatabase(kind);
    onTestFinished(() => db.close());
    expect(await migrate(db.db, migrationsFolder)).toEqual([]);
    const recorded = await db.owner<{ version: string }>(
      "select version from supabase_migrations.schema_migrations order by version",
    );
    expect(recorded.map(({ version }) => version)).toEqual(
      (await migrationsIn(migrationsFolder)).map(({ version }) => version),
    );
  });
});
