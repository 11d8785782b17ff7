// Makes files and folders reach the disk: a power cut must not lose what was acknowledged. What
// PGlite itself writes is synced in database/pglite-worker.js.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A rename or a new file is on the disk only when its folder is. */
export function syncPath(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncPath(folder);
}

const markerOf = (folder: string): string => join(folder, "made");

/**
 * A first start that was killed half-way leaves a cluster that cannot be used. Nobody was served
 * from it yet: away with it.
 */
export function removeHalfMade(folder: string, cluster: string): void {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(markerOf(folder))) rmSync(cluster, { recursive: true, force: true });
}

export function markMade(folder: string, cluster: string): void {
  if (existsSync(markerOf(folder))) return;
  syncTree(cluster);
  writeFileSync(markerOf(folder), "");
  syncPath(markerOf(folder));
  syncPath(folder);
}
