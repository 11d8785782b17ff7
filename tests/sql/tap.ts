// Runs the pgTAP files of supabase/tests as `supabase test db` does, on a database that may not
// have the extension: its SQL comes along with PGlite, and needs no more than plpgsql. Never leaves
// a trace of a file: each one rolls itself back.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { TestDatabase } from "./database.ts";

const folder = fileURLToPath(new URL("../../supabase/tests/", import.meta.url));
export const files = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort();

/** A tar archive is a row of 512-byte headers, each followed by its file. */
function fromTar(archive: Buffer, wanted: RegExp): string {
  for (let at = 0; at + 512 <= archive.length; ) {
    const name = archive.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    if (name === "") break;
    const size = Number.parseInt(archive.toString("utf8", at + 124, at + 136), 8);
    if (wanted.test(name)) return archive.toString("utf8", at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`No ${String(wanted)} in the archive`);
}

/**
 * pgTAP as plain SQL. `\echo` and the like are psql's; MODULE_PATHNAME stands for C functions, of
 * which pgTAP has none left.
 */
export function pgtapSql(): string {
  const url = new URL("../../node_modules/@electric-sql/pglite/dist/pgtap.tar.gz", import.meta.url);
  const archive = gunzipSync(readFileSync(fileURLToPath(url)));
  const sql = fromTar(archive, /\/pgtap--\d+\.\d+\.\d+\.sql$/);
  return `create schema if not exists extensions;\nset search_path = extensions, public;\n${sql.replace(/^\\.*$/gm, "")};\nset search_path = "$user", public;`;
}

/** A file as it runs here: pgTAP is there already. */
export const prepared = (name: string): string =>
  readFileSync(`${folder}${name}`, "utf8").replace(/^create extension .*$/gm, "");

export interface Tap {
  passed: string[];
  failed: string[];
}

/**
 * What the assertions said. A file without any counts as failed: a run that tested nothing must not
 * look green.
 */
export async function run(db: TestDatabase, text: string): Promise<Tap> {
  const lines = (await db.db.exec(text))
    .flat()
    .flatMap((row) => Object.values(row).filter((v) => typeof v === "string"));
  const tap: Tap = { passed: [], failed: [] };
  for (const line of lines as string[]) {
    if (line.startsWith("ok ")) tap.passed.push(line);
    else if (line.startsWith("not ok ") || /^# Looks like/.test(line)) tap.failed.push(line);
  }
  if (tap.passed.length + tap.failed.length === 0) tap.failed.push("no assertion ran");
  return tap;
}
