// Applies supabase/migrations/*.sql in order, once each, and records them like the Supabase CLI.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../common/log.ts";
import { OperatorError } from "../common/operator-error.ts";
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

/** Data from before the first release: its tables do not match today's migrations. */
function rejectUnreleased(kind: Database["kind"], done: ReadonlySet<string>, baseline: string | undefined): void {
  const [oldest] = [...done].sort();
  if (baseline === undefined || oldest === undefined || oldest >= baseline) return;
  const [what, confirmed] = kind === "pglite" ? ["data folder", ""] : ["database", " -- --yes"];
  throw new OperatorError(
    `This ${what} was made by an unreleased version of Betaflock (migration ${oldest}) and cannot be upgraded. ` +
      `\`npm run db:reset${confirmed}\` starts anew; to keep a copy first, run \`npm run db:backup -- <file>\`.`,
  );
}

/** Each file and its record are one transaction. Returns the versions applied now. */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  const done = new Set(
    (await database.query<{ version: string }>("select version from supabase_migrations.schema_migrations")).map(
      (row) => row.version,
    ),
  );
  const files = await migrationsIn(folder);
  rejectUnreleased(database.kind, done, files[0]?.version);
  const applied: string[] = [];
  for (const { version, name, path } of files) {
    if (done.has(version)) continue;
    const sql = await readFile(path, "utf8");
    const record = `insert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name.replaceAll("'", "''")}');`;
    try {
      // Session settings of a file must not affect the next one.
      await database.script(`${sql}\n;\nreset all;\n${record}`);
    } catch (error) {
      throw new Error(`Migration ${version}_${name}.sql failed: ${messageOf(error)}`, { cause: error });
    }
    applied.push(version);
  }
  return applied;
}

export async function seedIfEmpty(database: Database, path: string): Promise<boolean> {
  const [row] = await database.query<{ used: boolean }>("select exists (select from auth.users) as used");
  if (row?.used || !existsSync(path)) return false;
  await database.script(await readFile(path, "utf8"));
  return true;
}
