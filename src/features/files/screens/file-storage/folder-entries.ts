// Derives folders and files at a path. Rows contain only full names with slashes.

import { compareNames } from "#i18n/compare-names.ts";
import { PRESERVED_PREFIX } from "#lib/constants.ts";
import { fold } from "#lib/text-match.ts";
import type { StoredFile } from "#sync/schema/files.ts";

export type Entry =
  | { kind: "folder"; key: string; name: string; path: string; files: number; size: number; at: string }
  | { kind: "file"; key: string; name: string; file: StoredFile };

export interface Usage {
  files: number;
  bytes: number;
  /** Number of files that Clean Test Data keeps. */
  preserved: number;
}

export const usageOf = (files: readonly StoredFile[]): Usage => ({
  files: files.length,
  bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
  preserved: files.filter((file) => file.file_name.startsWith(PRESERVED_PREFIX)).length,
});

export type EntrySort = "name" | "size" | "type" | "date";

/** The entries of a folder. @param q searches the folder recursively */
export function entriesAt(files: readonly StoredFile[], path: string, q: string): Entry[] {
  const inside = path === "" ? "" : `${path}/`;
  const below = files.filter((file) => file.file_name.startsWith(inside));
  const words = fold(q).split(/\s+/).filter(Boolean);
  if (words.length > 0) {
    return below
      .filter((file) => words.every((word) => fold(file.file_name.slice(inside.length)).includes(word)))
      .map((file) => ({ kind: "file", key: file.id, name: file.file_name.slice(inside.length), file }));
  }
  const folders = new Map<string, Extract<Entry, { kind: "folder" }>>();
  const found: Entry[] = [];
  for (const file of below) {
    const rest = file.file_name.slice(inside.length);
    const slash = rest.indexOf("/");
    if (slash < 0) {
      found.push({ kind: "file", key: file.id, name: rest, file });
      continue;
    }
    const name = rest.slice(0, slash);
    const known = folders.get(name);
    if (known) {
      known.files += 1;
      known.size += file.size_bytes;
      if (file.uploaded_at > known.at) known.at = file.uploaded_at;
    } else {
      const path = inside + name;
      folders.set(name, {
        ...{ kind: "folder", key: `${path}/`, name, path, files: 1, size: file.size_bytes, at: file.uploaded_at },
      });
    }
  }
  return [...folders.values(), ...found];
}

const sizeOf = (entry: Entry) => (entry.kind === "folder" ? entry.size : entry.file.size_bytes);
const dateOf = (entry: Entry) => (entry.kind === "folder" ? entry.at : entry.file.uploaded_at);
const typeOf = (entry: Entry) => (entry.kind === "folder" ? "" : entry.file.content_type);
const compare: { readonly [S in EntrySort]: (a: Entry, b: Entry) => number } = {
  name: (a, b) => compareNames(a.name, b.name),
  size: (a, b) => sizeOf(a) - sizeOf(b),
  type: (a, b) => compareNames(typeOf(a), typeOf(b)),
  date: (a, b) => (dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : 0),
};

export const sortEntries = (entries: readonly Entry[], by: EntrySort, direction: "asc" | "desc"): Entry[] =>
  entries.toSorted(
    (a, b) =>
      Number(a.kind === "file") - Number(b.kind === "file") ||
      (direction === "asc" ? compare[by](a, b) : compare[by](b, a)) ||
      compareNames(a.name, b.name),
  );
