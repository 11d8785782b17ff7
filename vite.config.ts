// Builds the app and groups its tests. In development, Vite's server also runs the backend's
// handlers.

import { lingui } from "@lingui/vite-plugin";
import babel, { defineRolldownBabelPreset } from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, type PluginOption } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { chunks } from "./src/build/chunks.ts";
import { withIntegrity } from "./src/build/integrity.ts";
import { manifest } from "./src/build/manifest.ts";
import { prerender } from "./src/build/prerender.ts";
import { publicScripts } from "./src/build/public-scripts.ts";
import { storeSchemas } from "./src/build/store-schemas.ts";
import { texts } from "./src/build/texts.ts";
import { stampBuild } from "./supabase/local/build.ts";
import { backend } from "./supabase/local/vite-plugin.ts";
import { languages } from "./sync/schema/languages.ts";
import { faultInjection } from "./tests/simulation/injected-faults.ts";

const underTest = process.env.VITEST !== undefined;

const pwa = (): PluginOption =>
  VitePWA({
    strategies: "injectManifest",
    srcDir: "src/service-worker",
    filename: "sw.ts",
    registerType: "prompt",
    injectRegister: false,
    includeManifestIcons: false,
    // Each file is listed once with its hash; the plugin's own additions lack one.
    integration: {
      beforeBuildServiceWorker({ injectManifest }) {
        injectManifest.additionalManifestEntries = [];
      },
    },
    injectManifest: {
      // Without the icons, an installed app starts offline with a blank one.
      globPatterns: ["**/*.{js,css,html,woff2,svg,webmanifest}", "icons/*.png"],
      manifestTransforms: [withIntegrity("dist")],
      // Workbox omits larger files with only a warning, which would break the shell offline.
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      // One classic script. For "es" the plugin uses a bundler option that is no longer supported.
      rollupFormat: "iife",
      // The plugin runs a separate build, which would repeat this build's output.
      buildPlugins: { vite: [{ name: "betaflock:quiet", config: () => ({ logLevel: "warn" }) }] },
    },
    manifest,
    devOptions: { enabled: false },
  });

/** Writes the route tree from src/routes/ when a file is added or renamed. */
const routeTree = (): PluginOption =>
  tanstackRouter({
    generatedRouteTree: "src/route-tree.gen.ts",
    addExtensions: true,
    quoteStyle: "double",
    semicolons: true,
    // Each route declares which screen loads on demand.
    autoCodeSplitting: false,
  });

/** Only files with macros: Babel takes most of a build's time. */
const linguiMacros = defineRolldownBabelPreset({
  preset: { plugins: ["@lingui/babel-plugin-lingui-macro"] },
  rolldown: { filter: { id: /\/src\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ } },
});

const modules = (building: boolean): PluginOption[] => [
  // Before React's plugin: afterwards the macros' calls would already be compiled away.
  babel({ presets: [linguiMacros], sourceMap: !building }),
  react(),
  lingui({ failOnMissing: building, failOnCompileError: true }),
  texts(languages),
];

/** The database cluster that a project's test files share. */
const postgres = "./tests/fixtures/shared-postgres.ts";

/** Tests that `npm test` leaves to the nightly run (CONTRIBUTING.md, "Long tests"). */
const tags = [{ name: "long" }];

/** Full-strength password hashes would take much of a sign-up's time. */
const weakHashes = { LITE_AUTH_BCRYPT_COST: "4" };

/** Tests with databases and servers in this process, one file after another. */
const servers = {
  tags,
  env: weakHashes,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  fileParallelism: false,
  // One process for all files: a new one would compile PGlite and load the server again, for two
  // seconds per file. Each file has separate databases.
  isolate: false,
};

/** Tests with several devices in one process. */
const devices = {
  tags,
  env: weakHashes,
  // Each device of a test is a tab with separate modules (tests/fixtures/sync/device.ts): RxDB
  // counts open collections per realm, and only modules inlined in Vitest can be loaded repeatedly.
  server: { deps: { inline: [/rxdb/] } },
  // Loaded before Dexie, which looks for IndexedDB only once.
  setupFiles: ["fake-indexeddb/auto", "./tests/fixtures/sync/tus-in-node.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  fileParallelism: false,
  // One process for all files: each device loads separate modules anyway.
  isolate: false,
};

const isolated = "tests/unit/isolated/*.test.ts";

const unit = (name: string, options: { include: string[]; exclude?: string[]; isolate?: boolean }) => ({
  extends: true as const,
  plugins: [faultInjection(process.env.SIMULATION_FAULT)],
  // Threads start faster than processes: a sixth of these tests' CPU time.
  test: { name, tags, environment: "node", pool: "threads" as const, ...options },
});

export default defineConfig(({ command }) => ({
  plugins: [
    ...modules(command === "build"),
    ...(underTest
      ? []
      : [
          routeTree(),
          tailwindcss(),
          storeSchemas(),
          publicScripts(),
          prerender(() => modules(true)),
          pwa(),
          backend(),
          stampBuild(),
        ]),
  ],
  // RxDB brings its own copy of Dexie; two copies would open the same databases with different
  // code.
  resolve: {
    dedupe: ["dexie", "react", "react-dom"],
    // RxJS' condition for its build with classes; the default is for old browsers that cannot run
    // this app.
    ...(command === "build" ? { conditions: ["es2015", ...defaultClientConditions] } : {}),
  },
  build: {
    target: "es2022",
    // Inlined assets are data: URLs, which the content security policy rejects for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Hides a warning that plugins written in JavaScript take most of the build's time, which
      // this app needs.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: chunks },
      },
    },
  },
  test: {
    tags,
    projects: [
      // A file that needs new modules (a database, a clock) is in tests/unit/isolated. The other 117
      // share theirs: 27 s of CPU instead of 71.
      unit("unit", { include: ["tests/unit/**/*.test.{ts,tsx}"], exclude: [isolated], isolate: false }),
      unit("unit-isolated", { include: [isolated] }),
      {
        test: {
          name: "sql",
          include: ["tests/sql/**/*.test.ts"],
          globalSetup: postgres,
          ...servers,
        },
      },
      {
        test: {
          name: "backend",
          include: ["tests/backend/**/*.test.ts"],
          globalSetup: postgres,
          ...servers,
        },
      },
      {
        test: { name: "sync", include: ["tests/sync/*.test.ts"], globalSetup: postgres, ...devices },
      },
      {
        plugins: [faultInjection(process.env.SIMULATION_FAULT)],
        test: { name: "simulation", include: ["tests/simulation/*.test.ts"], ...devices },
      },
    ],
  },
}));
