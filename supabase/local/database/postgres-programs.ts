// Finds PostgreSQL's programs, which Debian does not add to PATH.
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const debian = "/usr/lib/postgresql";

/** Its folder: POSTGRES_BIN, Debian's newest version, or pg_config's; null if missing. */
export async function postgresPrograms(program: string): Promise<string | null> {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(debian, version, "bin"))
    .find((folder) => existsSync(join(folder, program)));
  if (found) return found;
  try {
    const { stdout } = await run("pg_config", ["--bindir"]);
    return existsSync(join(stdout.trim(), program)) ? stdout.trim() : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}
