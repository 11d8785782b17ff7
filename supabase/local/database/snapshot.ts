// In-memory databases (tests) start from a cached dump with all migrations, in node_modules/.cache:
// loading takes half a second, creating three.
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bootstrap } from "./bootstrap.ts";
import { type Database, openPglite } from "./database.ts";
import { migrate, migrationsIn } from "./migrations.ts";

const cache = fileURLToPath(new URL("../../../node_modules/.cache/betaflock/", import.meta.url));

async function keyOf(migrations: string): Promise<string> {
  const hash = createHash("sha256");
  const sources = [new URL("./bootstrap.ts", import.meta.url), new URL("../../../package-lock.json", import.meta.url)];
  for (const source of sources) hash.update(await readFile(source));
  for (const { path, version } of await migrationsIn(migrations)) hash.update(version).update(await readFile(path));
  return hash.digest("hex").slice(0, 24);
}

/** Halves the dump: without template databases and old write-ahead log segments. */
const withoutBallast = [
  "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  "drop database template0",
  "drop database template1",
  "set wal_recycle = off",
  "select pg_switch_wal()",
  "checkpoint",
];

export async function snapshotOf(migrations: string): Promise<string> {
  const path = join(cache, `store-${await keyOf(migrations)}.tar`);
  if (existsSync(path)) return path;
  const database = await openPglite({ folder: undefined });
  await bootstrap(database);
  await migrate(database, migrations);
  for (const statement of withoutBallast) await database.query(statement);
  const dump = await database.dump();
  await database.close();
  await mkdir(cache, { recursive: true });
  const temporary = join(cache, randomUUID());
  await writeFile(temporary, new Uint8Array(await dump.arrayBuffer()));
  await rename(temporary, path);
  // Each change of a migration adds a dump of 35 MB, so the oldest are removed.
  const old = (await readdir(cache)).filter((name) => name.startsWith("store-") && join(cache, name) !== path);
  const aged = await Promise.all(old.map(async (name) => ({ name, time: (await stat(join(cache, name))).mtimeMs })));
  for (const { name } of aged.sort((a, b) => b.time - a.time).slice(4)) await rm(join(cache, name), { force: true });
  return path;
}

export async function openInMemory(migrations: string): Promise<Database> {
  const bytes = new Uint8Array(await readFile(await snapshotOf(migrations)));
  return openPglite({ folder: undefined, snapshot: new Blob([bytes]) });
}
