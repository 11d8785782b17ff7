// The parts of the app: the tester's pages, the app store, what everybody may read.
import { PANELS, root } from "./graph.ts";

export const routes = `${root}src/routes/`;
/**
 * A part is a folder of routes: `_signed-in/<part>/`, `(<part>)/` or `_<part>/`. A first page, and
 * the frame of signed-in people, is a part of its own: it loads nothing that others need. So are
 * the frame's dialogs. Modules of no part belong to the start.
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
  // With the frame around it, which shows nothing besides to visitors.
  if (file === "_store.tsx" || file === "_store/apps/index.tsx") return "storeHome";
  return /^[_(]([a-z]+)\)?$/.exec(folder)?.[1];
}
