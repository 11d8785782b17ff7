// Splits message catalogs by part of the app. Finds the ids in the built modules, so there is no
// list to maintain.
import { readdirSync } from "node:fs";
import type { Plugin } from "vite";
import { graphOf, type InfoOf, MAIN, reach, root } from "./graph.ts";
import { partOf, partOfRoute, routes } from "./parts.ts";

const startModules = (info: InfoOf) => reach([MAIN], info, (importer) => partOf(importer) === undefined);

function modulesOf(part: string, info: InfoOf): Set<string> {
  const start = startModules(info);
  if (part === "start") return start;
  const screensOf = (routes: readonly string[]) => routes.flatMap((id) => info(id)?.dynamicallyImportedIds ?? []);
  const ownRoutes = [...start].filter((id) => partOf(id) === part);
  // Excludes screens of other parts, which load their texts (`shell/catalog-frame.tsx`).
  const others = new Set(screensOf([...start].filter((id) => ![part, undefined].includes(partOf(id)))));
  // Its layout loads first.
  const framed = ownRoutes.every((id) => id.startsWith(`${routes}_signed-in/`));
  const before = new Set([...start, ...(framed ? modulesOf("frame", info) : [])]);
  return new Set([...reach(screensOf(ownRoutes), info, (_, id) => !others.has(id))].filter((id) => !before.has(id)));
}

/**
 * Matches any quoted string of six characters, the form of Lingui's ids. False positives are
 * harmless.
 */
const idsIn = (code: string) => [...code.matchAll(/["'`]([\w+/-]{6})["'`]/g)].map(([, id]) => id ?? "");

const idsOf = (part: string, info: InfoOf): string[] =>
  [...modulesOf(part, info)].flatMap((id) => idsIn(info(id)?.code ?? ""));

const ALL = "virtual:texts";
const NAME = `${ALL}/`;
const PREFIX = `\0${NAME}`;
const mark = (locale: string, part: string) => `TEXTS(${locale},${part})`;

function index(languages: readonly string[]): string {
  const routesOfParts = readdirSync(routes, { recursive: true, encoding: "utf8" }).map(partOfRoute);
  const parts = ["start", "panels", ...new Set(routesOfParts.filter((part) => part !== undefined))];
  const ofLanguage = (language: string) =>
    parts.map((part) => `${part}: () => import("${NAME}${language}/${part}")`).join(", ");
  return `export const catalogues = { ${languages.map((one) => `${one}: { ${ofLanguage(one)} }`).join(", ")} }`;
}

export function texts(languages: readonly string[]): Plugin {
  const catalogues = new Map<string, Record<string, unknown>>();
  const idsOfParts = new Map<string, string[]>();
  let graph: InfoOf = () => null;
  let building = false;
  return {
    name: "betaflock:texts",
    configResolved({ command, build }) {
      building = command === "build" && !build.ssr;
    },
    resolveId: (id) => (id === ALL || id.startsWith(NAME) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${ALL}`) return index(languages);
      if (!id.startsWith(PREFIX)) return null;
      const [locale = "", part = ""] = id.slice(PREFIX.length).split("/");
      const catalogue = `${root}src/locales/${locale}.po`;
      // The development server has no final graph, so the start contains all texts.
      if (!building)
        return part === "start"
          ? `export { messages } from ${JSON.stringify(catalogue)}`
          : "export const messages = {}";
      const compiled = (await this.load({ id: catalogue })).code ?? "";
      const [, json] = /JSON\.parse\((".*")\)/s.exec(compiled) ?? [];
      if (!json) this.error(`Lingui's plugin made something else of ${catalogue} than is known here`);
      // JavaScript escapes a no-break space as \xA0, which JSON does not support.
      const escaped = json.replace(/\\(?:x([0-9a-f]{2})|.)/gi, (all, hex) => (hex ? `\\u00${hex}` : all));
      catalogues.set(locale, JSON.parse(JSON.parse(escaped)));
      return `export const messages = JSON.parse("${mark(locale, part)}")`;
    },
    // The graph is final here; `--watch` rebuilds it.
    renderStart() {
      graph = graphOf((id) => this.getModuleInfo(id));
      idsOfParts.clear();
    },
    renderChunk(code) {
      const [found, locale = "", part = ""] = /["'`]TEXTS\((\w+),(\w+)\)["'`]/.exec(code) ?? [];
      if (!found) return null;
      const messages = catalogues.get(locale) ?? {};
      const ids = idsOfParts.get(part) ?? idsOf(part, graph);
      idsOfParts.set(part, ids);
      const own = Object.fromEntries(ids.filter((id) => id in messages).map((id) => [id, messages[id]]));
      return code.replace(found, () => JSON.stringify(JSON.stringify(own)));
    },
  };
}
