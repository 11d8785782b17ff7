// Module graph of the finished build: derived, so no list can get out of date.
import { fileURLToPath } from "node:url";

export type InfoOf = (
  id: string,
) => { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] } | null;

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

// All icons share one index: one icon would seem to load all.
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;
const named = (code: string) =>
  [...code.matchAll(/import \{([^}]*)\} from "lucide-react"/g)].flatMap(([, names]) =>
    (names ?? "").split(",").map((name) => name.trim().split(" ")[0] ?? ""),
  );

function iconsOf(code: string, index: string, info: InfoOf): string[] {
  const folder = index.slice(0, index.lastIndexOf("/"));
  const wanted = new Set(named(code));
  return [...(info(index)?.code ?? "").matchAll(/export \{([^}]*)\} from ["']\.(\/icons\/[^"']+)/g)]
    .filter(([, names]) => names?.split(",").some((name) => wanted.has(name.trim().replace("default as ", ""))))
    .map(([, , file]) => folder + file);
}

function importsOf(id: string, info: InfoOf): string[] {
  const { code, importedIds } = info(id) ?? { code: "", importedIds: [] };
  return importedIds.flatMap((each) => (ICONS.test(each) ? iconsOf(code ?? "", each, info) : each));
}

/** @param dynamic which `import()` counts too */
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
    const fetched = (info(importer)?.dynamicallyImportedIds ?? []).filter((each) => dynamic(importer, each));
    open.push(...importsOf(importer, info), ...fetched);
  }
  return reached;
}
