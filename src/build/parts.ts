import { root } from "./graph.ts";

const PANELS = `${root}src/shell/panels.ts`;

export const routes = `${root}src/routes/`;
/**
 * The part of a module: a route folder (`_signed-in/<part>/`, `(<part>)/`, `_<part>/`), a first
 * page, the signed-in layout, or its dialogs. Undefined for modules of the start chunk.
 */
export function partOf(id: string): string | undefined {
  if (id === PANELS) return "panels";
  return id.startsWith(routes) ? partOfRoute(id.slice(routes.length)) : undefined;
}

export function partOfRoute(file: string): string | undefined {
  const [folder = "", inside, page] = file.replace(".tsx", "").split("/");
  if (folder === "_signed-in") {
    if (inside === undefined) return "frame";
    return page === "index" ? `${inside}Home` : inside.replace(/[()]/g, "");
  }
  // Includes its layout, which visitors see only here.
  if (file === "_store.tsx" || file === "_store/apps/index.tsx") return "storeHome";
  return /^[_(]([a-z]+)\)?$/.exec(folder)?.[1];
}
