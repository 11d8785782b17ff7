// Paths of stored files, validated like `private.is_file_path` in SQL: folders separated by
// slashes, without `..`.

import { isOneLine, trimmed } from "#sync/inputs/single-line.ts";

const PART_MAX = 255;
const PATH_MAX = 400;

/** Strips slashes at both ends. */
export const tidyPath = (path: string): string =>
  trimmed(path)
    .replace(/^\/+|\/+$/g, "")
    .normalize("NFC");

export function isFilePath(path: string): boolean {
  if (path === "" || [...path].length > PATH_MAX || path.includes("\\") || !isOneLine(path)) return false;
  return path
    .split("/")
    .every(
      (part) => part !== "" && part !== "." && part !== ".." && trimmed(part) === part && [...part].length <= PART_MAX,
    );
}
