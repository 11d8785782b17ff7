// `npm run test:long`: installs WebKitGTK where it may, builds, and plays its stories.
import { spawnSync } from "node:child_process";
import { ensureEngine } from "../../tools/programs.ts";

ensureEngine("webkit");
const config = "tests/e2e/engines/playwright.config.ts";
const steps = [
  ["npm", "run", "--silent", "build", "--", "--logLevel", "warn"],
  ["npx", "playwright", "test", "--config", config, "--reporter=list"],
];
const failed = steps.find(([program = "", ...args]) => spawnSync(program, args, { stdio: "inherit" }).status !== 0);
process.exit(failed ? 1 : 0);
