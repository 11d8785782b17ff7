// Syncs files and folders to the disk, so that a power cut loses no acknowledged write.
// database/pglite-worker.js syncs PGlite's own files.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A new or renamed file is durable only when its folder is synced too. */
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

/** Removes the unusable cluster of an interrupted first start, which has never served a request. */
export function removeIncompleteCluster(folder: string, cluster: string): void {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(markerOf(folder))) rmSync(cluster, { recursive: true, force: true });
}

export function markComplete(folder: string, cluster: string): void {
  if (existsSync(markerOf(folder))) return;
  syncTree(cluster);
  writeFileSync(markerOf(folder), "");
  syncPath(markerOf(folder));
  syncPath(folder);
}
