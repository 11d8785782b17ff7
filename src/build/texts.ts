// Each part of the app brings its own texts: whoever reads the front page does not load those of
// the admins' settings. Which texts a part needs is read off the finished modules (the ids that
// stand in them), so no list can fall behind the code.
import type { Plugin } from "vite";
import { type InfoOf, MAIN, reach, root } from "./graph.ts";

const routes = `${root}src/routes/`;
/**
 * A part is a folder of routes; the frame of those who are signed in goes with `account`. What no
 * part claims belongs to the start.
 */
function partOf(id: string): string | undefined {
  if (!id.startsWith(routes)) return undefined;
  const [folder, file] = id.slice(routes.length).split("/");
  return file === undefined ? (folder === "signed-in.tsx" ? "account" : undefined) : folder;
}

/** All that is loaded before, and with, the pages of no part. */
const startModules = (info: InfoOf) => reach([MAIN], info, (importer) => partOf(importer) === undefined);

function modulesOf(part: string, info: InfoOf): Set<string> {
  const start = startModules(info);
  if (part === "start") return start;
  const own = [...start].filter((id) => partOf(id) === part).flatMap((id) => info(id)?.dynamicallyImportedIds ?? []);
  return new Set([...reach(own, info, () => true)].filter((id) => !start.has(id)));
}

/** Lingui's ids are six signs, quoted; more than what is meant does no harm. */
const idsIn = (code: string) => [...code.matchAll(/["'`]([\w+/-]{6})["'`]/g)].map(([, id]) => id ?? "");

const NAME = "virtual:texts/";
const PREFIX = `\0${NAME}`;
const mark = (locale: string, part: string) => `TEXTS(${locale},${part})`;

export function texts(): Plugin {
  const catalogues = new Map<string, Record<string, unknown>>();
  let building = false;
  return {
    name: "betaflock:texts",
    configResolved({ command, build }) {
      building = command === "build" && !build.ssr;
    },
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const [locale = "", part = ""] = id.slice(PREFIX.length).split("/");
      const catalogue = `${root}src/locales/${locale}.po`;
      // While developing modules come one by one, and what only draws pages is thrown away: the
      // start brings everything.
      if (!building)
        return part === "start"
          ? `export { messages } from ${JSON.stringify(catalogue)}`
          : "export const messages = {}";
      const compiled = (await this.load({ id: catalogue })).code ?? "";
      const [, json] = /JSON\.parse\((".*")\)/s.exec(compiled) ?? [];
      if (!json) this.error(`Lingui's plugin made something else of ${catalogue} than is known here`);
      // A string of JavaScript: a no-break space stands there as \xA0, which JSON does not know.
      const escaped = json.replace(/\\(?:x([0-9a-f]{2})|.)/gi, (all, hex) => (hex ? `\\u00${hex}` : all));
      catalogues.set(locale, JSON.parse(JSON.parse(escaped)));
      return `export const messages = JSON.parse("${mark(locale, part)}")`;
    },
    renderChunk(code) {
      const [found, locale = "", part = ""] = /["'`]TEXTS\((\w+),(\w+)\)["'`]/.exec(code) ?? [];
      if (!found) return null;
      const messages = catalogues.get(locale) ?? {};
      const ids = [...modulesOf(part, (id) => this.getModuleInfo(id))].flatMap((id) =>
        idsIn(this.getModuleInfo(id)?.code ?? ""),
      );
      const own = Object.fromEntries(ids.filter((id) => id in messages).map((id) => [id, messages[id]]));
      return code.replace(found, () => JSON.stringify(JSON.stringify(own)));
    },
  };
}
