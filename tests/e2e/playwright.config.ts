// Real Chromium, the built app, the real service worker. Each test file starts its own server and
// database.
import { defineConfig } from "playwright/test";
import { chromiumArgs, findChromium } from "../tools/programs.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: ".",
  globalSetup: "../fixtures/shared-postgres.ts",
  testMatch: "**/*.test.ts",
  outputDir: "../../test-results",
  fullyParallel: false,
  // A file waits half of its time: for its database, and for elements to appear.
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    browserName: "chromium",
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
    locale: "en-US",
    // Animations cost a sixth of the tests' time. The story and the motion tests enable them.
    contextOptions: { reducedMotion: "reduce" },
    trace: "off",
    screenshot: "only-on-failure",
  },
});
