// Groups modules into chunks, because dozens of small files would queue for connections on the
// first visit.
import {
  APP_STORE,
  CATALOG_FRAME,
  DASHBOARDS,
  graphOf,
  type InfoOf,
  LANDING,
  MAIN,
  reach,
  root,
  SHELL,
  SIGN_IN,
  SYNC,
} from "./graph.ts";
import { nameOfKinds, sharedModules } from "./shared-modules.ts";

interface Group {
  name: string | ((id: string, graph: { getModuleInfo: InfoOf }) => string | null);
  debugName?: string;
  test?: RegExp;
  priority: number;
  minShareCount?: number;
}

interface Named {
  debugName: string;
  name: Exclude<Group["name"], string>;
}

/** Modules that all of the lists import statically. */
function loadedWith(name: string, ...lists: readonly (readonly string[])[]): Named {
  // Called per module, when the graph is final.
  let all: Set<string>[] | undefined;
  return {
    debugName: name,
    name: (id, graph) => {
      all ??= lists.map((modules) => reach(modules, (each) => graph.getModuleInfo(each)));
      return all.every((reached) => reached.has(id)) ? name : null;
    },
  };
}

const either = (one: Named, other: Named): Named => ({
  debugName: one.debugName,
  name: (id, graph) => one.name(id, graph) ?? other.name(id, graph),
});

/** Number of page kinds: parts of the app, first pages, and on-demand modules. */
const mostKinds = 13;

/**
 * One chunk per combination of page kinds. A group includes the imports of its modules, so modules
 * that more kinds share get a higher priority.
 */
function sharedGroups(): Group[] {
  let all: ReturnType<typeof sharedModules> | undefined;
  return Array.from({ length: mostKinds }, (_, index) => ({
    debugName: `shared by ${index + 1}`,
    priority: index + 1,
    name: (id, graph) => {
      all ??= sharedModules((each) => graph.getModuleInfo(each));
      const kinds = all.get(id);
      return kinds?.size === index + 1 ? nameOfKinds(kinds) : null;
    },
  }));
}

/** Excludes libraries with one index, which would pull in all their modules. */
const OURS = /^(?!.*node_modules)|lucide-react/;

const groups = (): Group[] => [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 60 },
  {
    // Without replication, which loads later although RxDB's index imports it.
    name: "engine",
    test: /node_modules\/(rxdb|dexie|mingo|event-reduce-js|broadcast-channel|rxjs|tslib)\/(?!.*(plugins\/(replication|leader-election)|leader-election[\w-]*\.js|replication-protocol\/(index|upstream|downstream|conflicts|checkpoint)))/,
    priority: 50,
  },
  { ...loadedWith("start", [MAIN]), priority: 40 },
  // Required by signed-out forms, without the database.
  { name: "inputs", test: new RegExp(`^${root}sync/inputs/`), priority: 38 },
  { ...loadedWith("ask", [APP_STORE, CATALOG_FRAME]), test: new RegExp(`^${root}sync/`), priority: 37 },
  { ...loadedWith("sync", [SYNC]), test: /^(?!.*node_modules\/(rxdb|broadcast-channel|js-base64)\/)/, priority: 35 },
  { ...either(loadedWith("page", [LANDING]), loadedWith("page", [SIGN_IN], [SHELL])), priority: 30, minShareCount: 2 },
  { ...loadedWith("apps-shell", [APP_STORE, CATALOG_FRAME], [SHELL, ...DASHBOARDS]), test: OURS, priority: 28 },
  { ...loadedWith("apps", [APP_STORE, CATALOG_FRAME]), test: OURS, priority: 27, minShareCount: 2 },
  { ...loadedWith("shell", [SHELL]), test: OURS, priority: 25, minShareCount: 2 },
  ...sharedGroups(),
];

export function chunks(): Group[] {
  let known: InfoOf | undefined;
  const withGraph = (name: Group["name"]): Group["name"] =>
    typeof name === "string"
      ? name
      : (id, graph) => {
          known ??= graphOf((each) => graph.getModuleInfo(each));
          return name(id, { getModuleInfo: known });
        };
  return groups().map((group) => ({ ...group, name: withGraph(group.name) }));
}
