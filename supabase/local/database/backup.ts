// Everything that this server keeps (database, files, secrets) in one file, and back. The embedded
// database must be stopped for either; PostgreSQL may run while it is copied. A restored database
// makes every device compare what it has with what the server has now.
import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { apiRoles, ownSchemas } from "./bootstrap.ts";
import { type Database, openPglite, openPostgres } from "./database.ts";
import { lockDataFolder } from "./folder-lock.ts";
import { syncPath } from "./fsync.ts";
import { postgresPrograms } from "./postgres-programs.ts";

const run = promisify(execFile);

/** What the operator has to see to first. */
export class CannotNow extends Error {
  override name = "CannotNow";
}

export interface Place {
  dataDir: string;
  /** A PostgreSQL server in place of the embedded database. */
  databaseUrl: string | undefined;
}

const manifestSchema = v.object({ format: v.literal(1), kind: v.picklist(["pglite", "postgres"]), at: v.string() });
type Manifest = v.InferOutput<typeof manifestSchema>;
const manifestName = "manifest.json";
const dumpName = "database.dump";

/**
 * What the data folder holds. `made` comes last: a cluster without it counts as half made, and is
 * made anew.
 */
const parts = ["storage", "secrets.json", "pglite", "made"] as const;
const unfinished = "restore-unfinished";

/** A folder whose restore was killed half-way must be neither served nor made anew. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, unfinished)))
    throw new CannotNow(`A restore of ${dataDir} was not finished. Run it again: npm run db:restore -- <file>`);
}

async function alone<T>(dataDir: string, task: () => Promise<T>): Promise<T> {
  const unlock = lockDataFolder(dataDir);
  try {
    return await task();
  } finally {
    unlock();
  }
}

async function program(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  try {
    await run(name, [...args], { env: { ...process.env, ...env } });
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    throw new CannotNow(
      code === "ENOENT" ? `The program ${name} is not installed.` : `${name} failed: ${stderr.trim()}`,
    );
  }
}

/** One of PostgreSQL's own. The password is not for whoever lists the processes of this machine. */
async function postgresProgram(name: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  const folder = await postgresPrograms(name);
  const env = password ? { PGPASSWORD: password } : {};
  await program(folder ? join(folder, name) : name, [...args, `--dbname=${url.href}`], env);
}

/** The same files under another name, without their bytes once more where the disk can do that. */
function linkTree(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (!existsSync(target)) linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    // Removed meanwhile: no row names it.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    copyFileSync(source, target);
  }
}

/**
 * Packs everything into `file`, readable by its owner only: it holds secrets, and everybody's data.
 */
export async function backUp({ dataDir, databaseUrl }: Place, file: string): Promise<void> {
  const to = resolve(file);
  if (existsSync(to)) throw new CannotNow(`${to} exists already.`);
  if (!existsSync(join(dataDir, databaseUrl ? "secrets.json" : "made")))
    throw new CannotNow(`There is no store in ${dataDir} (DATA_DIR).`);
  refuseUnfinishedRestore(dataDir);
  const work = mkdtempSync(join(dataDir, ".backup-"));
  const packed = `${to}.${process.pid}`;
  const pack = async (...more: readonly string[]) => {
    writeFileSync(packed, "", { mode: 0o600 });
    await program("tar", ["-czf", packed, "-C", work, ".", ...more]);
  };
  try {
    const manifest: Manifest = { format: 1, kind: databaseUrl ? "postgres" : "pglite", at: new Date().toISOString() };
    writeFileSync(join(work, manifestName), JSON.stringify(manifest));
    if (databaseUrl) {
      // A file is there before its row and gone after it: what is there before the dump or after it
      // holds every file that the dump names.
      const objects = join("storage", "objects");
      linkTree(join(dataDir, objects), join(work, objects));
      const schemas = ownSchemas.map((schema) => `--schema=${schema}`);
      await postgresProgram("pg_dump", databaseUrl, ["--format=custom", ...schemas, `--file=${join(work, dumpName)}`]);
      linkTree(join(dataDir, objects), join(work, objects));
      await pack("-C", dataDir, "secrets.json");
    } else {
      const here = parts.filter((part) => existsSync(join(dataDir, part)));
      await alone(dataDir, () => pack("-C", dataDir, ...here));
    }
    syncPath(packed);
    renameSync(packed, to);
    syncPath(dirname(to));
  } finally {
    rmSync(packed, { force: true });
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Puts a backup in the place of what is here.
 * @returns where the data folder's earlier content lies now; null: there was none. A PostgreSQL
 * database is replaced.
 */
export async function restore({ dataDir, databaseUrl }: Place, file: string): Promise<string | null> {
  const from = resolve(file);
  if (!existsSync(from)) throw new CannotNow(`There is no file ${from}.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return alone(dataDir, async () => {
    // What a restore that was killed left behind.
    for (const name of readdirSync(dataDir))
      if (/^\.(restore|backup)-/.test(name)) rmSync(join(dataDir, name), { recursive: true });
    // In the folder itself: to another disk nothing can be moved at once.
    const work = mkdtempSync(join(dataDir, ".restore-"));
    try {
      await program("tar", ["-xzf", from, "-C", work]);
      checkManifest(work, databaseUrl);
      if (databaseUrl) await refuseBusy(databaseUrl);
      writeFileSync(join(dataDir, unfinished), "");
      syncPath(dataDir);
      if (databaseUrl) await restoreDump(databaseUrl, join(work, dumpName));
      const kept = swap(dataDir, work);
      await using(databaseUrl ? openPostgres(databaseUrl) : openPglite({ folder: dataDir }), (database) =>
        // What a device has seen tells it; one with an earlier version of the app compares epochs
        // alone.
        database.query("select private.new_epoch()"),
      );
      rmSync(join(dataDir, unfinished));
      return kept;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
}

async function using<T>(opening: Promise<Database>, task: (database: Database) => Promise<T>): Promise<T> {
  const database = await opening;
  try {
    return await task(database);
  } finally {
    await database.close();
  }
}

function checkManifest(folder: string, databaseUrl: string | undefined): void {
  const path = join(folder, manifestName);
  const read = existsSync(path) ? v.safeParse(manifestSchema, JSON.parse(readFileSync(path, "utf8"))) : null;
  if (!read?.success) throw new CannotNow("This file is no backup that this version can read.");
  if (read.output.kind === "postgres" && !databaseUrl)
    throw new CannotNow("This is a backup of a PostgreSQL database: name the one to restore into in DATABASE_URL.");
  if (read.output.kind === "pglite" && databaseUrl)
    throw new CannotNow("This is a backup of the embedded database: restore it without DATABASE_URL.");
}

const goodbyeMs = 5_000;

/**
 * A server that goes on writing would leave half of the one world and half of the other. One that
 * was just stopped is given a moment.
 */
async function refuseBusy(url: string): Promise<void> {
  const end = Date.now() + goodbyeMs;
  await using(openPostgres(url), async (database) => {
    for (;;) {
      const [others] = await database.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (others?.n === 0) return;
      if (Date.now() > end)
        throw new CannotNow(`${others?.n} other connections to this database are open. Stop the server first.`);
      await new Promise((again) => setTimeout(again, 100));
    }
  });
}

async function restoreDump(url: string, dump: string): Promise<void> {
  await using(openPostgres(url), (database) =>
    database.script(
      `${apiRoles}\n${ownSchemas.map((schema) => `drop schema if exists ${schema} cascade;`).join("\n")}`,
    ),
  );
  await postgresProgram("pg_restore", url, ["--single-transaction", "--exit-on-error", "--no-owner", dump]);
}

function swap(dataDir: string, work: string): string | null {
  const here = parts.filter((part) => existsSync(join(dataDir, part)));
  const kept = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  if (here.length > 0) mkdirSync(kept, { mode: 0o700 });
  for (const part of here.toReversed()) renameSync(join(dataDir, part), join(kept, part));
  for (const part of parts) if (existsSync(join(work, part))) renameSync(join(work, part), join(dataDir, part));
  chmodSync(join(dataDir, "secrets.json"), 0o600);
  syncPath(dataDir);
  return here.length > 0 ? kept : null;
}
