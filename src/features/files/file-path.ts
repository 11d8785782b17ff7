// Paths of stored files as the server takes them (private.is_file_path in SQL): folders between
// slashes, nothing that climbs.

const PART_MAX = 255;
const PATH_MAX = 400;

/** Without slashes at either end, which a person types and nobody means. */
export const tidyPath = (path: string): string =>
  path
    .trim()
    .replace(/^\/+|\/+$/g, "")
    .normalize("NFC");

export function isFilePath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  if (path === "" || [...path].length > PATH_MAX || /[\\\x01-\x1f\x7f]/.test(path)) return false;
  return path
    .split("/")
    .every(
      (part) => part !== "" && part !== "." && part !== ".." && part.trim() === part && [...part].length <= PART_MAX,
    );
}
