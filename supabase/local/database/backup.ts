// Backs up and restores database, files and secrets in one file. The embedded database must be
// stopped. After a restore every device compares its rows with the server's.
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
import { OperatorError } from "../common/operator-error.ts";
import { apiRoles, dropSchemas, ownSchemas } from "./bootstrap.ts";
import { type Database, openPglite, openPostgres } from "./database.ts";
import { lockDataFolder } from "./folder-lock.ts";
import { syncPath } from "./fsync.ts";
import { postgresPrograms } from "./postgres-programs.ts";

const run = promisify(execFile);

export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

const manifestSchema = v.object({ format: v.literal(1), kind: v.picklist(["pglite", "postgres"]), at: v.string() });
type Manifest = v.InferOutput<typeof manifestSchema>;
const manifestName = "manifest.json";
const dumpName = "database.dump";

/** Content of the data folder. `made` is last: without it a cluster counts as incomplete. */
const parts = ["storage", "secrets.json", "pglite", "made"] as const;
const unfinished = "restore-unfinished";

export function rejectUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, unfinished)))
    throw new OperatorError(`A restore of ${dataDir} was not finished. Run it again: npm run db:restore -- <file>`);
}

async function withFolderLock<T>(dataDir: string, task: () => Promise<T>): Promise<T> {
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
    throw new OperatorError(
      code === "ENOENT" ? `The program ${name} is not installed.` : `${name} failed: ${stderr.trim()}`,
    );
  }
}

/** The password is in the environment, because `ps` shows arguments. */
async function postgresProgram(name: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  const folder = await postgresPrograms(name);
  const env = password ? { PGPASSWORD: password } : {};
  await program(folder ? join(folder, name) : name, [...args, `--dbname=${url.href}`], env);
}

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
    // Removed in the meantime: no row names it.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    copyFileSync(source, target);
  }
}

/** Packs everything into `file`, readable by its owner only. */
export async function backUp({ dataDir, databaseUrl }: Place, file: string): Promise<void> {
  const to = resolve(file);
  if (existsSync(to)) throw new OperatorError(`${to} exists already.`);
  if (!existsSync(join(dataDir, databaseUrl ? "secrets.json" : "made")))
    throw new OperatorError(`There is no store in ${dataDir} (DATA_DIR).`);
  rejectUnfinishedRestore(dataDir);
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
      // Files exist longer than their rows, so copies before and after the dump have all of them.
      const objects = join("storage", "objects");
      linkTree(join(dataDir, objects), join(work, objects));
      const schemas = ownSchemas.map((schema) => `--schema=${schema}`);
      await postgresProgram("pg_dump", databaseUrl, ["--format=custom", ...schemas, `--file=${join(work, dumpName)}`]);
      linkTree(join(dataDir, objects), join(work, objects));
      await pack("-C", dataDir, "secrets.json");
    } else {
      const here = parts.filter((part) => existsSync(join(dataDir, part)));
      await withFolderLock(dataDir, () => pack("-C", dataDir, ...here));
    }
    syncPath(packed);
    renameSync(packed, to);
    syncPath(dirname(to));
  } finally {
    rmSync(packed, { force: true });
    rmSync(work, { recursive: true, force: true });
  }
}

/** Replaces a PostgreSQL database. Returns the folder of the former content, or null. */
export async function restore({ dataDir, databaseUrl }: Place, file: string): Promise<string | null> {
  const from = resolve(file);
  if (!existsSync(from)) throw new OperatorError(`There is no file ${from}.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return withFolderLock(dataDir, async () => {
    for (const name of readdirSync(dataDir))
      if (/^\.(restore|backup)-/.test(name)) rmSync(join(dataDir, name), { recursive: true });
    // In the same folder, because moves are atomic only within one disk.
    const work = mkdtempSync(join(dataDir, ".restore-"));
    try {
      await program("tar", ["-xzf", from, "-C", work]);
      checkManifest(work, databaseUrl);
      if (databaseUrl) await rejectBusy(databaseUrl);
      writeFileSync(join(dataDir, unfinished), "");
      syncPath(dataDir);
      if (databaseUrl) await restoreDump(databaseUrl, join(work, dumpName));
      const previous = swap(dataDir, work);
      await using(databaseUrl ? openPostgres(databaseUrl) : openPglite({ folder: dataDir }), (database) =>
        // For older app versions, which compare only epochs.
        database.query("select private.new_epoch()"),
      );
      rmSync(join(dataDir, unfinished));
      return previous;
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
  if (!read?.success) throw new OperatorError("This file is no backup that this version can read.");
  if (read.output.kind === "postgres" && !databaseUrl)
    throw new OperatorError("This is a backup of a PostgreSQL database: name the one to restore into in DATABASE_URL.");
  if (read.output.kind === "pglite" && databaseUrl)
    throw new OperatorError("This is a backup of the embedded database: restore it without DATABASE_URL.");
}

const shutdownMs = 5_000;

/** Rejects other connections: a running server would mix both states. Waits briefly. */
async function rejectBusy(url: string): Promise<void> {
  const end = Date.now() + shutdownMs;
  await using(openPostgres(url), async (database) => {
    for (;;) {
      const [others] = await database.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (others?.n === 0) return;
      if (Date.now() > end)
        throw new OperatorError(`${others?.n} other connections to this database are open. Stop the server first.`);
      await new Promise((again) => setTimeout(again, 100));
    }
  });
}

async function restoreDump(url: string, dump: string): Promise<void> {
  await using(openPostgres(url), (database) => database.script(`${apiRoles}\n${dropSchemas}`));
  await postgresProgram("pg_restore", url, ["--single-transaction", "--exit-on-error", "--no-owner", dump]);
}

function swap(dataDir: string, work: string): string | null {
  const here = parts.filter((part) => existsSync(join(dataDir, part)));
  const previous = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  if (here.length > 0) mkdirSync(previous, { mode: 0o700 });
  for (const part of here.toReversed()) renameSync(join(dataDir, part), join(previous, part));
  for (const part of parts) if (existsSync(join(work, part))) renameSync(join(work, part), join(dataDir, part));
  chmodSync(join(dataDir, "secrets.json"), 0o600);
  syncPath(dataDir);
  return here.length > 0 ? previous : null;
}
