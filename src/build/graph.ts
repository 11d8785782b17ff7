import { fileURLToPath } from "node:url";

interface Module {
  code: string | null;
  importedIds: string[];
  dynamicallyImportedIds: string[];
}
export type InfoOf = (id: string) => Module | null;

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const MAIN = `${root}src/main.tsx`;
export const SYNC = `${root}sync/index.ts`;
export const SHELL = `${root}src/shell/app-shell.tsx`;
export const SIGN_IN = `${root}src/features/account/screens/sign-in/auth-frame.tsx`;
export const PANELS = `${root}src/shell/panels.ts`;
export const DASHBOARDS = ["admin", "developer", "tester"].map(
  (role) => `${root}src/features/dashboard/screens/${role}/${role}-dashboard.tsx`,
);
export const APP_STORE = `${root}src/features/catalog/screens/app-store/app-store.tsx`;
export const CATALOG_FRAME = `${root}src/shell/catalog-frame.tsx`;
export const LANDING = `${root}src/features/public/screens/landing/landing.tsx`;

// All icons share one index, so importing one would seem to import all.
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;
const named = (code: string) =>
  [...code.matchAll(/import \{([^}]*)\} from "lucide-react"/g)].flatMap(([, names]) =>
    (names ?? "").split(",").map((name) => name.trim().split(" ")[0] ?? ""),
  );

/** @returns the module of each icon in the index */
function iconsOf(index: string, info: InfoOf): Map<string, string> {
  const folder = index.slice(0, index.lastIndexOf("/"));
  const files = [...(info(index)?.code ?? "").matchAll(/export \{([^}]*)\} from ["']\.(\/icons\/[^"']+)/g)];
  return new Map(
    files.flatMap(([, names = "", file = ""]) =>
      names.split(",").map((name) => [name.trim().replace("default as ", ""), folder + file] as const),
    ),
  );
}

/**
 * The final graph with direct icon imports. Caches each module's info, because the bundler copies
 * its code on each call.
 */
export function graphOf(info: InfoOf): InfoOf {
  const known = new Map<string, Module | null>();
  const indexes = new Map<string, Map<string, string>>();
  const imports = (code: string, id: string): string[] => {
    if (!ICONS.test(id)) return [id];
    const icons = indexes.get(id) ?? iconsOf(id, info);
    indexes.set(id, icons);
    return named(code).flatMap((name) => icons.get(name) ?? []);
  };
  return (id) => {
    let found = known.get(id);
    if (found === undefined) {
      const asked = info(id);
      const code = asked?.code ?? "";
      found = asked && {
        code,
        importedIds: asked.importedIds.flatMap((each) => imports(code, each)),
        dynamicallyImportedIds: asked.dynamicallyImportedIds,
      };
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
