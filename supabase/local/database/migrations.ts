// Applies supabase/migrations/*.sql, once each and in order, and keeps the record where the
// Supabase CLI keeps it.
// Never changes a migration that was applied, never applies one twice.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "./database.ts";

export interface Migration {
  version: string;
  name: string;
  path: string;
}

export async function migrationsIn(folder: string): Promise<Migration[]> {
  const found: Migration[] = [];
  for (const file of await readdir(folder)) {
    const match = /^(\d+)_(.+)\.sql$/.exec(file);
    if (match?.[1] && match[2]) found.push({ version: match[1], name: match[2], path: join(folder, file) });
  }
  return found.sort((a, b) => (a.version < b.version ? -1 : 1));
}

/** Returns the versions that were applied now. One file is one transaction, its record included. */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  const done = new Set(
    (await database.query<{ version: string }>("select version from supabase_migrations.schema_migrations")).map(
      (row) => row.version,
    ),
  );
  const applied: string[] = [];
  for (const { version, name, path } of await migrationsIn(folder)) {
    if (done.has(version)) continue;
    const sql = await readFile(path, "utf8");
    const record = `insert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name.replaceAll("'", "''")}');`;
    try {
      // A statement that follows runs with the setting of the file before it, if that set one for
      // the session.
      await database.script(`${sql}\n;\nreset all;\n${record}`);
    } catch (error) {
      throw new Error(
        `Migration ${version}_${name}.sql failed: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
    applied.push(version);
  }
  return applied;
}

/** The sample world goes only into a store that nobody has used. */
export async function seedIfEmpty(database: Database, path: string): Promise<boolean> {
  const [row] = await database.query<{ used: boolean }>("select exists (select from auth.users) as used");
  if (row?.used || !existsSync(path)) return false;
  await database.script(await readFile(path, "utf8"));
  return true;
}
