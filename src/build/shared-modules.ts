// Determines which pages share a module. Such chunks have no import cycles, because an imported
// module loads on at least the same pages.
import { type InfoOf, MAIN, reach } from "./graph.ts";
import { partOf } from "./parts.ts";

/** A first page is a kind, other pages belong to the kind of their part. */
function kindOf(importer: string): string {
  const part = partOf(importer);
  return part === undefined || part === "panels" ? "any" : part;
}

/** Entry points with the kinds of pages that import them. */
function pagesOf(info: InfoOf): Map<string, Set<string>> {
  const pages = new Map<string, Set<string>>();
  for (const importer of reach([MAIN], info, () => true)) {
    for (const page of info(importer)?.dynamicallyImportedIds ?? []) {
      pages.set(page, (pages.get(page) ?? new Set()).add(kindOf(importer)));
    }
  }
  return pages;
}

const together = {
  signedIn: ["account", "admin", "any", "developer", "tester"],
  homes: ["adminHome", "developerHome", "testerHome"],
  // Without the sign-in forms, which load before the database and its schemas.
  open: ["public", "store"],
};

/**
 * Reduces the number of chunks: one per combination would be a hundred small files, each with a
 * request and a cache entry. Two sharing kinds are extended to all pages of the same users.
 * @param kinds a superset never yields a smaller result, which keeps chunks free of cycles
 */
function rounded(kinds: ReadonlySet<string>): ReadonlySet<string> {
  if (kinds.size < 2) return kinds;
  const { signedIn, homes, open } = together;
  const has = (some: readonly string[], most = 0) => some.filter((kind) => kinds.has(kind)).length > most;
  const everybody = has(["auth", "public"]);
  const inFrame = kinds.has("frame");
  return new Set([
    ...kinds,
    ...(everybody ? open : []),
    ...(everybody || inFrame || has(homes, 1) || has(signedIn, 1) || (has(signedIn) && has(open)) ? signedIn : []),
    ...(inFrame || has(homes, 1) || (has(homes) && has(open)) ? homes : []),
  ]);
}

/** Chunk name for a combination of kinds. */
export function nameOfKinds(kinds: ReadonlySet<string>): string {
  const groups = Object.entries(together).filter(([, group]) => group.every((kind) => kinds.has(kind)));
  const grouped = new Set(groups.flatMap(([, group]) => group));
  return [...groups.map(([name]) => name), ...[...kinds].filter((kind) => !grouped.has(kind)).sort()].join("-");
}

/** @returns the kinds of pages per module, for modules of at least two pages */
export function sharedModules(info: InfoOf): Map<string, ReadonlySet<string>> {
  const kinds = new Map<string, Set<string>>();
  const once = new Set<string>();
  const often = new Set<string>();
  for (const [page, own] of pagesOf(info)) {
    for (const id of reach([page], info)) {
      (once.has(id) ? often : once).add(id);
      kinds.set(id, new Set([...(kinds.get(id) ?? []), ...own]));
    }
  }
  return new Map([...kinds].filter(([id]) => often.has(id)).map(([id, all]) => [id, rounded(all)]));
}
