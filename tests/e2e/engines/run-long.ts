// `npm run test:long`: installs WebKitGTK where it may, builds, and plays its stories.
import { spawnSync } from "node:child_process";
import { ensureEngine } from "../../tools/programs.ts";

ensureEngine("webkit");
const config = "tests/e2e/engines/playwright.config.ts";
const steps = [
  ["vite", "build", "--logLevel", "warn"],
  ["playwright", "test", "--config", config, "--reporter=list"],
];
const failed = steps.find((step) => spawnSync("npx", step, { stdio: "inherit" }).status !== 0);
process.exit(failed ? 1 : 0);
