// Runs the README's commands with other versions of Node.js, each in a clean clone of HEAD:
// `npx tsx tests/tools/node-versions.ts [22 24] [--tests unit]`. Without `--tests` it runs
// `npm test`; with it, only these Vitest projects. The npm package `node` carries the binaries.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { tests: { type: "string" } } });
const root = fileURLToPath(new URL("../..", import.meta.url));
const startMs = 300_000;

/** Returns true after `npm start` has built the app and printed its sample accounts. */
function starts(cwd: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn("npm", ["start"], { cwd, env: { ...env, PORT: "0" }, detached: true });
  return new Promise((resolve) => {
    let printed = "";
    let ended = false;
    const end = (good: boolean) => {
      if (ended) return;
      ended = true;
      clearTimeout(late);
      process.stdout.write(printed);
      // npm starts the server as a child, so the signal must reach the whole group.
      if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
      resolve(good);
    };
    const late = setTimeout(() => end(false), startMs);
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes: Buffer) => {
        printed += bytes;
        if (/^Log in as .*\n/m.test(printed)) end(true);
      });
    child.once("error", () => end(false));
    child.once("exit", () => end(false));
  });
}

async function tryVersion(version: string): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), `betaflock-node-${version}-`));
  const clone = join(folder, "clone");
  const binaries = join(folder, "node/node_modules/node/bin");
  const env = { ...process.env, PATH: `${binaries}:${process.env.PATH}` };
  const run = (cwd: string, command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd, env, stdio: "inherit" }).status === 0;
  const tests = values.tests?.split(",").flatMap((name) => ["--project", name]);
  try {
    if (!run(root, "git", "clone", "--quiet", root, clone)) return "git clone";
    // The package's install script links the binary of this system.
    const install = ["install", "--no-audit", "--no-fund", "--foreground-scripts", "--prefix", join(folder, "node")];
    if (!run(folder, "npm", ...install, `node@${version}`)) return `npm install node@${version}`;
    if (!run(clone, "node", "--version")) return "node --version";
    if (!run(clone, "npm", "ci", "--no-audit", "--no-fund")) return "npm ci";
    if (!(await starts(clone, env))) return "npm start";
    const tested = tests ? run(clone, "npx", "vitest", "run", ...tests) : run(clone, "npm", "test");
    return tested ? null : "the tests";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const failed: string[] = [];
for (const version of positionals.length > 0 ? positionals : ["22", "24"]) {
  const failure = await tryVersion(version);
  process.stdout.write(`Node.js ${version}: ${failure === null ? "passed" : `failed at ${failure}`}\n`);
  if (failure !== null) failed.push(version);
}
process.exit(failed.length === 0 ? 0 : 1);
