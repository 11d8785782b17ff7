// Splits message catalogs by part of the app, following the imports of its modules.
import { readdirSync, readFileSync } from "node:fs";
import { createCompiledCatalog } from "@lingui/cli/api";
import type { Messages } from "@lingui/core";
import { formatter } from "@lingui/format-po";
import type { Plugin } from "vite";
import { defaultLanguage } from "../../sync/schema/languages.ts";
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

/** Lingui's macros mark messages for its extraction. */
const MARK = /\/\*i18n\*\/\s*\{\s*id: "([^"]+)"/g;

const ALL = "virtual:texts";
const NAME = `${ALL}/`;
const PREFIX = `\0${NAME}`;
const nameOf = (id: string) => id.slice(PREFIX.length).split("/") as [locale: string, part: string];

function index(languages: readonly string[]): string {
  const routesOfParts = readdirSync(routes, { recursive: true, encoding: "utf8" }).map(partOfRoute);
  const parts = ["start", "panels", ...new Set(routesOfParts.filter((part) => part !== undefined))];
  const ofLanguage = (language: string) =>
    parts.map((part) => `${part}: () => import("${NAME}${language}/${part}")`).join(", ");
  return `export const catalogues = { ${languages.map((one) => `${one}: { ${ofLanguage(one)} }`).join(", ")} }`;
}

const fileOf = (locale: string) => `${root}src/locales/${locale}.po`;

async function compiled(locale: string): Promise<Messages> {
  const filename = fileOf(locale);
  const context = { locale, sourceLocale: defaultLanguage, filename };
  const entries = Object.entries(await formatter().parse(readFileSync(filename, "utf8"), context));
  const texts = entries.flatMap(([id, { translation }]) => (translation ? [[id, translation]] : []));
  const { source, errors } = createCompiledCatalog(locale, Object.fromEntries(texts), { namespace: "json" });
  for (const { error } of errors) throw error;
  return JSON.parse(source).messages;
}

export function texts(languages: readonly string[]): Plugin {
  const catalogues = new Map<string, Messages>();
  const idsOfModules = new Map<string, string[]>();
  let graph: InfoOf = () => null;
  let building = false;
  return {
    name: "betaflock:texts",
    // After the macros and before the compiler, which drops comments.
    enforce: "pre",
    configResolved({ command, build }) {
      building = command === "build" && !build.ssr;
    },
    resolveId: (id) => (id === ALL || id.startsWith(NAME) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${ALL}`) return index(languages);
      if (!id.startsWith(PREFIX)) return null;
      const [locale, part] = nameOf(id);
      // The development server has no final graph, so the start contains all texts.
      return building || part !== "start"
        ? "export const messages = {}"
        : `export { messages } from ${JSON.stringify(fileOf(locale))}`;
    },
    transform: {
      filter: { code: MARK },
      handler(code, id) {
        const ids = [...code.matchAll(MARK)].map(([, message = ""]) => message);
        idsOfModules.set(id, ids);
      },
    },
    // The graph is final here; `--watch` rebuilds it.
    async renderStart() {
      graph = graphOf((id) => this.getModuleInfo(id));
      if (building) for (const locale of languages) catalogues.set(locale, await compiled(locale));
    },
    renderChunk(_code, { facadeModuleId }) {
      if (!facadeModuleId?.startsWith(PREFIX)) return null;
      const [locale, part] = nameOf(facadeModuleId);
      const messages = catalogues.get(locale) ?? {};
      const ids = [...modulesOf(part, graph)].flatMap((id) => idsOfModules.get(id) ?? []);
      const own = ids.map((id) => [id, messages[id] ?? this.error(`${fileOf(locale)} lacks the text ${id}`)]);
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(own)))})`;
    },
  };
}
