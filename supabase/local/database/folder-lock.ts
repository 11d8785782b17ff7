// Lock file of the data folder: PGlite has none, and two processes would destroy its files.
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { OperatorError } from "../common/operator-error.ts";

const lockSchema = v.object({ pid: v.number(), started: v.string() });
type Lock = v.InferOutput<typeof lockSchema>;

const inUse = (folder: string, pid: number) =>
  new OperatorError(
    `The data folder ${folder} is in use by process ${pid}. Stop that server first, or give this one a folder of its own (DATA_DIR).`,
  );

/** The start time of a process, because process ids are reused. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return ""; // No /proc on this system: only known to be alive.
  }
}

function readLock(path: string): Lock | undefined {
  try {
    return v.parse(lockSchema, JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return { pid: 0, started: "" }; // Half-written by a killed process: not held.
  }
}

export function lockDataFolder(folder: string): () => void {
  const path = join(folder, "lock.json");
  const own = join(folder, `lock.${process.pid}.json`);
  const mine: Lock = { pid: process.pid, started: startOf(process.pid) ?? "" };
  writeFileSync(own, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        linkSync(own, path); // Atomic: of two that start together one gets EEXIST.
        return () => {
          const held = readLock(path);
          if (held?.pid === mine.pid && held.started === mine.started) unlinkSync(path);
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const held = readLock(path);
      if (!held) continue;
      const started = held.pid > 0 ? startOf(held.pid) : undefined;
      if (started !== undefined && (started === "" || started === held.started)) throw inUse(folder, held.pid);
      try {
        unlinkSync(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    }
    throw inUse(folder, readLock(path)?.pid ?? 0);
  } finally {
    unlinkSync(own);
  }
}
