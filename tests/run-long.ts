// `npm run test:long`: all tests including long ones, SQL rules on both database engines, stories
// in Firefox and WebKitGTK (installed if possible), more simulation seeds, and the mutation test of
// the SQL.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { ensureEngine, ensurePrograms, ensureProxies } from "./tools/programs.ts";
import { makeScratchFolder } from "./tools/scratch-folder.ts";

const missing = ensurePrograms();
for (const line of missing) process.stderr.write(`${line}\n`);
if (missing.length > 0) process.exit(1);
ensureEngine("firefox");
ensureEngine("webkit");
ensureProxies();
const steps = [
  ["npm", "run", "--silent", "build", "--", "--logLevel", "warn"],
  ["npx", "playwright", "test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list"],
  // Each project has its own database cluster, because a pull waits for the oldest transaction in
  // the cluster.
  ...["sql", "sync", "backend", "simulation"].map((name) => ["npx", "vitest", "run", "--project", name]),
  // Shuffled, because these tests share their modules: none may depend on another.
  ["npx", "vitest", "run", "--project", "unit*", "--sequence.shuffle.files"],
  ["npx", "tsx", "tests/simulation/run.ts"],
  ["npx", "tsx", "tests/tools/policy-mutation.ts"],
  ["npx", "tsx", "tests/tools/node-versions.ts", "22", "24", "--tests", "unit"],
  // Whether each row still runs. The second names the row that never runs by default.
  ["npx", "tsx", "tests/bench/run.ts", "--small", "--runs", "1"],
  ["npx", "tsx", "tests/bench/run.ts", "scale", "--small", "--runs", "1"],
];
const scratch = makeScratchFolder();
const env = { ...process.env, TEST_LONG: "yes" };
// Runs every step, also after a failure.
const failed = steps.filter(
  ([program = "", ...args]) => spawnSync(program, args, { stdio: "inherit", env }).status !== 0,
);
rmSync(scratch, { recursive: true, force: true });
for (const step of failed) process.stderr.write(`Failed: ${step.join(" ")}\n`);
process.exit(failed.length === 0 ? 0 : 1);
