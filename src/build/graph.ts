import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

interface Imports {
  importedIds: string[];
  dynamicallyImportedIds: string[];
}
interface Module extends Imports {
  code: string | null;
}
export type InfoOf = (id: string) => Imports | null;

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const MAIN = `${root}src/main.tsx`;

/** All icons share one index, so importing one would seem to import all. */
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;

/** @returns the module of each icon in the index */
const iconsOf = (index: string, code: string) =>
  new Map(
    [...code.matchAll(/export \{([^}]*)\} from ["']\.(\/icons\/[^"']+)/g)].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, dirname(index) + file] as const),
    ),
  );

const iconsIn = (code: string) =>
  [...code.matchAll(/import \{([^}]*)\} from "lucide-react"/g)].flatMap(([, names = ""]) => names.match(/\w+/g) ?? []);

/** The final graph with direct icon imports. Cached: the bundler copies a module on each call. */
export function graphOf(info: (id: string) => Module | null): InfoOf {
  const known = new Map<string, Imports | null>();
  let icons: Map<string, string> | undefined;
  const directImports = ({ code, importedIds }: Module): string[] => {
    const index = importedIds.find((id) => ICONS.test(id));
    if (!index) return importedIds;
    icons ??= iconsOf(index, info(index)?.code ?? "");
    const used = iconsIn(code ?? "").flatMap((name) => icons?.get(name) ?? []);
    return [...importedIds.filter((id) => id !== index), ...used];
  };
  return (id) => {
    let found = known.get(id);
    if (found === undefined) {
      const asked = info(id);
      found = asked && { importedIds: directImports(asked), dynamicallyImportedIds: asked.dynamicallyImportedIds };
      known.set(id, found);
    }
    return found;
  };
}

/** @param dynamic which `import()` calls to follow */
export function reach(
  from: readonly string[],
  info: InfoOf,
  dynamic: (importer: string, id: string) => boolean = () => false,
): Set<string> {
  const reached = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const importer = id;
    const { importedIds = [], dynamicallyImportedIds = [] } = info(importer) ?? {};
    open.push(...importedIds, ...dynamicallyImportedIds.filter((each) => dynamic(importer, each)));
  }
  return reached;
}
