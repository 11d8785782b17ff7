// Makes what PGlite writes reach the disk. PGlite starts Postgres with fsync off, and its Node file system has no fsync at all,
// so a power cut would lose acknowledged writes, and a torn page could lose the whole store.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd?: number }) => number };
}

/** PGlite's own parameters without `-F` (fsync off). fdatasync is a stub in the WebAssembly build, fsync is not. */
export const durableStartParams: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
];

/** Call before the first write. */
export function syncToDisk(pglite: PGlite): void {
  const nodefs = (pglite.Module.FS.filesystems as unknown as { NODEFS: NodeFileSystem }).NODEFS;
  nodefs.stream_ops.fsync = (stream) => {
    if (stream.nfd !== undefined) fsyncSync(stream.nfd);
    return 0;
  };
}

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

/** A first start that was killed half-way leaves a cluster that cannot be used. Nobody was served from it yet: away with it. */
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
