// `npm start` builds the app when its sources have changed since the last build, detected by a hash
// that each build stores: a checkout or copy changes file times.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const sources = [
  "src",
  "sync",
  "public",
  "index.html",
  "package-lock.json",
  "vite.config.ts",
  "lingui.config.ts",
  "tsconfig.json",
  ".env",
  ".env.local",
  ".env.production",
  ".env.production.local",
];
const stampOf = (dist: string) => join(dist, ".built-from");

function* filesIn(root: string, path: string): Generator<string> {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isFile()) yield path;
  if (!found?.isDirectory()) return;
  for (const name of readdirSync(join(root, path)).sort()) {
    if (!name.startsWith(".")) yield* filesIn(root, `${path}/${name}`);
  }
}

export function sourcesKey(root: string, environment: NodeJS.ProcessEnv = process.env): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesIn(root, source)) {
      const bytes = readFileSync(join(root, file));
      hash.update(`${file}\0${bytes.length}\0`).update(bytes);
    }
  }
  for (const name of Object.keys(environment).sort()) {
    if (name.startsWith("VITE_")) hash.update(`${name}=${environment[name]}\0`);
  }
  return hash.digest("hex");
}

/** Without a build or with one of other sources. An installation without any runs its build. */
export function isStale(root: string): boolean {
  if (!existsSync(join(root, "src"))) return false;
  const stamp = stampOf(join(root, "dist"));
  return !existsSync(stamp) || readFileSync(stamp, "utf8") !== sourcesKey(root);
}

/** Must be the last plugin, so that a failed build stores no hash. */
export function stampBuild(): Plugin {
  let root = "";
  let dist = "";
  let key = "";
  return {
    name: "betaflock:stamp",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      root = config.root;
      dist = join(root, config.build.outDir);
    },
    // Computed at the start: the build does not contain later changes.
    buildStart() {
      key = sourcesKey(root);
    },
    closeBundle: {
      sequential: true,
      order: "post",
      handler() {
        if (existsSync(join(dist, "sw.js"))) writeFileSync(stampOf(dist), key);
      },
    },
  };
}

export function build(root: string): Promise<void> {
  return new Promise((done, failed) => {
    // A child process frees the memory of the build's modules. `runner`: if bundled, vite.config.ts
    // would load the backend's libraries, too.
    const vite = join(root, "node_modules/vite/bin/vite.js");
    const child = spawn(process.execPath, [vite, "build", "--configLoader", "runner", "--logLevel", "warn"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", failed);
    child.once("exit", (code) =>
      code === 0 ? done() : failed(new Error(`The build failed (exit ${code ?? "by a signal"})`)),
    );
  });
}
