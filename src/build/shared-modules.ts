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
  return new Map([...kinds].filter(([id]) => often.has(id)));
}
