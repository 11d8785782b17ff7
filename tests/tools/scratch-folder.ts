// Where tests keep databases and browser profiles: in memory, where there is room. They write
// thousands of small files. A new database alone takes 0.3 s of processor time on a disk.
import { chmodSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** A whole test run uses a fraction of it. */
const leastRoom = 4e9;

/** @returns the folder that TMPDIR names, else memory, else the system's folder */
export function scratchFolder(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > leastRoom ? memory : tmpdir();
  } catch {
    return tmpdir(); // Only Linux has it.
  }
}

/**
 * Makes a folder in which all programs that this process starts keep their temporary files.
 * @returns its path: the caller deletes it
 */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(join(scratchFolder(), "betaflock-test-"));
  // PostgreSQL runs as another user and has its own folder in it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return folder;
}
