// `npm run test:long`, what takes too long for every change: all tests, those marked as long too,
// the rules on both database engines, and the stories in Firefox and WebKitGTK, which are installed
// where that may be done; more seeds of the simulation; SQL that no test would miss.
import { spawnSync } from "node:child_process";
import { ensureEngine, ensurePrograms, ensureProxies } from "./tools/programs.ts";

const missing = ensurePrograms();
for (const line of missing) process.stderr.write(`${line}\n`);
if (missing.length > 0) process.exit(1);
ensureEngine("firefox");
ensureEngine("webkit");
ensureProxies();
const steps = [
  ["npm", "run", "--silent", "build", "--", "--logLevel", "warn"],
  ["npx", "playwright", "test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list"],
  // Each with a database cluster of its own: a pull waits for the oldest transaction of all of it.
  ...["unit", "sql", "sync", "backend", "simulation"].map((name) => ["npx", "vitest", "run", "--project", name]),
  ["npx", "tsx", "tests/simulation/run.ts"],
  ["npx", "tsx", "tests/tools/policy-mutation.ts"],
];
const env = { ...process.env, TEST_LONG: "yes" };
// Each is run, also after one that failed: the night is long.
const failed = steps.filter(
  ([program = "", ...args]) => spawnSync(program, args, { stdio: "inherit", env }).status !== 0,
);
for (const step of failed) process.stderr.write(`Failed: ${step.join(" ")}\n`);
process.exit(failed.length === 0 ? 0 : 1);
