// Groups modules into chunks. The first visit requests a handful of files: dozens of small ones
// would queue for connections.
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

/** Everything that modules import statically; of several lists, what each of them does. */
function loadedWith(name: string, ...lists: readonly (readonly string[])[]): Named {
  // Called for each module; the graph is final by then.
  let all: Set<string>[] | undefined;
  return {
    debugName: name,
    name: (id, graph) => {
      all ??= lists.map((modules) => reach(modules, (each) => graph.getModuleInfo(each)));
      return all.every((reached) => reached.has(id)) ? name : null;
    },
  };
}

/** What one of both takes. */
const either = (one: Named, other: Named): Named => ({
  debugName: one.debugName,
  name: (id, graph) => one.name(id, graph) ?? other.name(id, graph),
});

/** The kinds of pages that there are: parts of the app, first pages, what any page may fetch. */
const mostKinds = 13;

/**
 * What the same kinds of pages share is one file. A group takes along what its modules import: what
 * more kinds share comes first.
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

/** A library with one index for all its parts would pull in all of them. */
const OURS = /^(?!.*node_modules)|lucide-react/;

const groups = (): Group[] => [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 60 },
  {
    // Without replication, which loads after the first screen although rxdb's index names it.
    name: "engine",
    test: /node_modules\/(rxdb|dexie|mingo|event-reduce-js|broadcast-channel|rxjs|tslib)\/(?!.*(plugins\/(replication|leader-election)|leader-election[\w-]*\.js|replication-protocol\/(index|upstream|downstream|conflicts|checkpoint)))/,
    priority: 50,
  },
  // Every page needs it.
  { ...loadedWith("start", [MAIN]), priority: 40 },
  // What the App Store asks the server with, before the database is loaded.
  { ...loadedWith("ask", [APP_STORE, CATALOG_FRAME]), test: new RegExp(`^${root}sync/`), priority: 37 },
  { ...loadedWith("sync", [SYNC]), test: /^(?!.*node_modules\/(rxdb|broadcast-channel|js-base64)\/)/, priority: 35 },
  // What the front page shares with other pages, and the sign-in forms with the frame of signed-in
  // people, whose own files need the database.
  { ...either(loadedWith("page", [LANDING]), loadedWith("page", [SIGN_IN], [SHELL])), priority: 30, minShareCount: 2 },
  // What the App Store and the first page of signed-in people share.
  { ...loadedWith("apps-shell", [APP_STORE, CATALOG_FRAME], [SHELL, ...DASHBOARDS]), test: OURS, priority: 28 },
  // What the App Store shares with other pages, without the database.
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
