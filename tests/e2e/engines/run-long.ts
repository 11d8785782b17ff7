// `npm run test:long`: the stories in WebKitGTK, which is installed where that may be done, and
// more seeds of the simulation.
import { spawnSync } from "node:child_process";
import { ensureEngine } from "../../tools/programs.ts";

ensureEngine("webkit");
const config = "tests/e2e/engines/playwright.config.ts";
const steps = [
  ["npm", "run", "--silent", "build", "--", "--logLevel", "warn"],
  ["npx", "playwright", "test", "--config", config, "--reporter=list"],
  ["npx", "tsx", "tests/simulation/run.ts"],
];
const failed = steps.find(([program = "", ...args]) => spawnSync(program, args, { stdio: "inherit" }).status !== 0);
process.exit(failed ? 1 : 0);
