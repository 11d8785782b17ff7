// The stories that take too long for `npm test`: one browser at a time, and a watchdog (browser.ts)
// that ends one which hangs.
import { defineConfig } from "playwright/test";

export default defineConfig({
  testDir: ".",
  globalSetup: "../../fixtures/shared-postgres.ts",
  testMatch: "*.long.ts",
  outputDir: "../../../test-results",
  workers: 1,
  retries: 0,
  forbidOnly: true,
  expect: { timeout: 15_000 },
});
