// Groups modules into chunks, because dozens of small files would queue for connections on the
// first visit.
import type { Rolldown } from "vite";
import { graphOf, type InfoOf, MAIN, reach, root } from "./graph.ts";

/** Files that import the screens of each kind of page. */
type Pages = Readonly<Record<string, readonly string[]>>;
const firstPages: Pages = {
  landing: ["routes/index."],
  visitor: [...["about", "contact", "privacy", "terms"].map((page) => `routes/(public)/${page}.`), "routes/(auth)/"],
  store: ["routes/_store.", "routes/_store/apps/index."],
  test: ["routes/_store/tests."],
  frame: ["routes/_signed-in.", "state/sync."],
  testerHome: ["routes/_signed-in/tester/index."],
  developerHome: ["routes/_signed-in/developer/index."],
  adminHome: ["routes/_signed-in/admin/index."],
};
const otherPages: Pages = {
  public: ["routes/(public)/"],
  account: ["routes/_signed-in/(account)/"],
  catalog: ["routes/_store/"],
  tester: ["routes/_signed-in/tester/"],
  developer: ["routes/_signed-in/developer/"],
  any: [""],
};

/**
 * Returns the chunk of a module: the first page in order that loads it, with a separate chunk for
 * modules of later pages. Such chunks have no import cycles, because an imported module loads on at
 * least the same pages.
 */
export function chunkOf(pages: Pages, info: InfoOf): (id: string) => string | null {
  const files = [...reach([MAIN], info, () => true)];
  const loaded = Object.entries(pages).map(([name, prefixes]) => {
    const importers = files.filter((id) => prefixes.some((prefix) => id.startsWith(`${root}src/${prefix}`)));
    const screens = importers.flatMap((id) => info(id)?.dynamicallyImportedIds ?? []);
    return { name, modules: reach(screens, info) };
  });
  return (id) => {
    const [first, ...later] = loaded.filter(({ modules }) => modules.has(id));
    return first ? first.name + (later.length > 0 ? "-shared" : "") : null;
  };
}

function withGraph(name: (info: InfoOf) => (id: string) => string | null): Rolldown.CodeSplittingNameFunction {
  let known: ReturnType<typeof name> | undefined;
  return (id, graph) => {
    known ??= name(graphOf((each) => graph.getModuleInfo(each)));
    return known(id);
  };
}

export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  {
    // Without replication, which loads later although RxDB's index imports it.
    name: "engine",
    test: /node_modules\/(rxdb|dexie|mingo|event-reduce-js|broadcast-channel|rxjs|tslib)\/(?!.*(plugins\/(replication|leader-election)|leader-election[\w-]*\.js|replication-protocol\/(index|upstream|downstream|conflicts|checkpoint)))/,
    priority: 3,
  },
  {
    name: withGraph((info) => {
      const start = reach([MAIN], info);
      return (id) => (start.has(id) ? "start" : null);
    }),
    priority: 2,
  },
  {
    name: withGraph((info) => {
      const [first, other] = [chunkOf(firstPages, info), chunkOf(otherPages, info)];
      return (id) => first(id) ?? other(id);
    }),
    priority: 1,
    // A module of a single screen stays with it.
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
];
