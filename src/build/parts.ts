// The parts of the app: the tester's pages, the app store, what everybody may read.
import { root } from "./graph.ts";

export const routes = `${root}src/routes/`;
/**
 * A part is a folder of routes: `_signed-in/<part>/`, `(<part>)/` or `_<part>/`. The signed-in
 * frame belongs to `account`, modules of no part to the start.
 */
export const partOf = (id: string) => (id.startsWith(routes) ? partOfRoute(id.slice(routes.length)) : undefined);

export function partOfRoute(file: string): string | undefined {
  const [folder = "", inside] = file.replace(".tsx", "").split("/");
  if (folder === "_signed-in") return inside?.replace(/[()]/g, "") ?? "account";
  return /^[_(]([a-z]+)\)?$/.exec(folder)?.[1];
}
