// Is the built app older than what it is built from? Then `npm start` builds it, so that nobody looks at yesterday's app.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const sources = [
  "src",
  "sync",
  "public",
  "vite",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "lingui.config.ts",
];

function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

export function isStale(root: string): boolean {
  const built = join(root, "dist", "index.html");
  if (!existsSync(built)) return true;
  const time = statSync(built).mtimeMs;
  return sources.some((source) => newest(join(root, source)) > time);
}

export function build(root: string): Promise<void> {
  return new Promise((done, failed) => {
    // A process of its own: what the build loads would stay in the server's memory.
    const child = spawn(
      process.execPath,
      [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"],
      {
        cwd: root,
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    child.once("error", failed);
    child.once("exit", (code) =>
      code === 0 ? done() : failed(new Error(`The build failed (exit ${code ?? "by a signal"})`)),
    );
  });
}
