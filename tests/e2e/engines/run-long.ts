// `npm run test:long`, what takes too long for every change: every rule on both database engines,
// SQL that no test would miss, the stories in WebKitGTK, which is installed where that may be done,
// and more seeds of the simulation.
import { spawnSync } from "node:child_process";
import { ensureEngine, ensurePrograms } from "../../tools/programs.ts";

const missing = ensurePrograms();
for (const line of missing) process.stderr.write(`${line}\n`);
if (missing.length > 0) process.exit(1);
ensureEngine("webkit");
const config = "tests/e2e/engines/playwright.config.ts";
const steps = [
  ["npm", "run", "--silent", "build", "--", "--logLevel", "warn"],
  ["npx", "playwright", "test", "--config", config, "--reporter=list"],
  ["npx", "tsx", "tests/simulation/run.ts"],
  ["npx", "vitest", "run", "--project", "sql", "--project", "sync", "--project", "backend"],
  ["npx", "tsx", "tests/tools/policy-mutation.ts"],
];
const env = { ...process.env, TEST_ENGINES: "both" };
const failed = steps.find(
  ([program = "", ...args]) => spawnSync(program, args, { stdio: "inherit", env }).status !== 0,
);
process.exit(failed ? 1 : 0);
