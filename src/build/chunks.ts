// Which modules travel together. The first visit asks for a handful of files: dozens of small ones
// would each wait for a free connection.
import { type InfoOf, LANDING, MAIN, reach, SHELL, SYNC } from "./graph.ts";

interface Group {
  name: string | ((id: string, graph: { getModuleInfo: InfoOf }) => string | null);
  debugName?: string;
  test?: RegExp;
  priority: number;
  minShareCount?: number;
}

/** All that a module loads at once. */
function loadedWith(module: string, name: string): Pick<Group, "name" | "debugName"> {
  // Asked for each module; the graph no longer changes then.
  let all: Set<string> | undefined;
  return {
    debugName: name,
    name: (id, graph) => {
      all ??= reach([module], (each) => graph.getModuleInfo(each));
      return all.has(id) ? name : null;
    },
  };
}

/** A library with one index for all its parts would bring them all. */
const OURS = /^(?!.*node_modules)|lucide-react/;

export const chunks = (): Group[] => [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 60 },
  {
    // Without what replicates: that is fetched after the first screen, but rxdb's index names it.
    name: "store",
    test: /node_modules\/(rxdb|dexie|mingo|event-reduce-js|broadcast-channel|rxjs|tslib)\/(?!.*(plugins\/(replication|leader-election)|leader-election[\w-]*\.js|replication-protocol\/(index|upstream|downstream|conflicts|checkpoint)))/,
    priority: 50,
  },
  // Every page needs it.
  { ...loadedWith(MAIN, "start"), priority: 40 },
  { ...loadedWith(SYNC, "sync"), test: /^(?!.*node_modules\/(rxdb|broadcast-channel|js-base64)\/)/, priority: 35 },
  // What the front page, and then the frame of those who are signed in, has in common with others.
  { ...loadedWith(LANDING, "page"), priority: 30, minShareCount: 2 },
  { ...loadedWith(SHELL, "shell"), test: OURS, priority: 25, minShareCount: 2 },
];
