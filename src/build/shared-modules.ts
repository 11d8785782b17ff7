// Which pages share a module. Chunks made of that have no circles: what a module imports is loaded
// by all of its pages, and perhaps by more.
import { type InfoOf, MAIN, reach } from "./graph.ts";
import { partOf } from "./parts.ts";

/** What a page counts as: a first page for itself, any other one for its part of the app. */
function kindOf(importer: string): string {
  const part = partOf(importer);
  return part === undefined || part === "panels" ? "any" : part;
}

/** Pages, and whatever else is fetched on demand, with the kinds of what fetches it. */
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
  // Not the sign-in forms: they are there before the database, whose schemas the others use.
  open: ["public", "store"],
};

/**
 * Few files: one for each combination of kinds would be a hundred, most of them of a kilobyte, and
 * each costs a request, a place in the service worker's cache and time at the start. What two
 * kinds of pages share comes with the other pages of such people, too.
 * @param kinds more of them never give fewer: chunks have no circles because of that
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

/** What a file is called that these kinds of pages share. */
export function nameOfKinds(kinds: ReadonlySet<string>): string {
  const groups = Object.entries(together).filter(([, group]) => group.every((kind) => kinds.has(kind)));
  const grouped = new Set(groups.flatMap(([, group]) => group));
  return [...groups.map(([name]) => name), ...[...kinds].filter((kind) => !grouped.has(kind)).sort()].join("-");
}

/** @returns for each module that two pages or more load: the kinds of these pages */
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
