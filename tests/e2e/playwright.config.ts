// Real Chromium, the built app, the real service worker. Each test starts a server and a database
// of its own.
import { defineConfig } from "playwright/test";
import { chromiumArgs, findChromium } from "../tools/programs.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: ".",
  globalSetup: "../fixtures/shared-postgres.ts",
  testMatch: "**/*.test.ts",
  outputDir: "../../test-results",
  fullyParallel: false,
  // A file with its server waits half of its time: for its database, and for what it looks at to
  // appear.
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    browserName: "chromium",
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
    locale: "en-US",
    // What moves is drawn sixty times a second: a sixth of what these tests take. The story and the
    // tests about motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
    trace: "off",
    screenshot: "only-on-failure",
  },
});
