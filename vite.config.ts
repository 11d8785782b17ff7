// How the app is built and how its tests are grouped. What runs in production besides the app
// itself (the backend) is no business of this file: in development its handlers are mounted into
// Vite's server.

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
    // Each file is named once and hashed: what the plugin adds besides has no hash.
    integration: {
      beforeBuildServiceWorker({ injectManifest }) {
        injectManifest.additionalManifestEntries = [];
      },
    },
    injectManifest: {
      // Without the icons an installed app starts with a blank one offline.
      globPatterns: ["**/*.{js,css,html,woff2,svg,webmanifest}", "icons/*.png"],
      manifestTransforms: [withIntegrity("dist")],
      // Workbox leaves larger files out with a warning only; the shell would then break offline.
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      // One classic script. As "es" the plugin asks for one file with an option that the bundler
      // has given up, and is warned.
      rollupFormat: "iife",
      // The plugin runs a build of its own for it, which would tell of itself whatever this build
      // is told to print.
      buildPlugins: { vite: [{ name: "betaflock:quiet", config: () => ({ logLevel: "warn" }) }] },
    },
    manifest,
    devOptions: { enabled: false },
  });

/** Writes the tree of routes from the files of src/routes/ whenever one is added or renamed. */
const routeTree = (): PluginOption =>
  tanstackRouter({
    generatedRouteTree: "src/route-tree.gen.ts",
    addExtensions: true,
    quoteStyle: "double",
    semicolons: true,
    // Each route says itself which screen is fetched on demand.
    autoCodeSplitting: false,
  });

/** Only files with macros: Babel takes most of a build's time. */
const linguiMacros = defineRolldownBabelPreset({
  preset: { plugins: ["@lingui/babel-plugin-lingui-macro"] },
  rolldown: { filter: { id: /\/src\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ } },
});

/** What turns the app's files into modules. */
const modules = (building: boolean): PluginOption[] => [
  // Before React's plugin: afterwards the macros' calls would already be compiled away.
  babel({ presets: [linguiMacros], sourceMap: !building }),
  react(),
  lingui({ failOnMissing: building, failOnCompileError: true }),
  texts(languages),
];

/** The cluster that the files of one project share. */
const postgres = "./tests/fixtures/shared-postgres.ts";

/** Which tests `npm test` leaves to the night (CONTRIBUTING.md, "Long tests"). */
const tags = [{ name: "long" }];

/** Hashing passwords at full strength would be much of the time that a sign-up takes. */
const weakHashes = { LITE_AUTH_BCRYPT_COST: "4" };

/** Tests with databases and servers in this process, one file after the other. */
const servers = {
  tags,
  env: weakHashes,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  fileParallelism: false,
  // One process for all files: a new one for each would compile PGlite and load the server again,
  // two seconds a file. Each file still has databases of its own.
  isolate: false,
};

/** Tests with several devices in one process. */
const devices = {
  tags,
  env: weakHashes,
  // Each device of a test is a tab with modules of its own (tests/fixtures/sync/device.ts): RxDB
  // counts open collections per realm, and only what Vitest itself runs can be loaded anew.
  server: { deps: { inline: [/rxdb/] } },
  // Before Dexie is loaded: it looks for IndexedDB once.
  setupFiles: ["fake-indexeddb/auto", "./tests/fixtures/sync/tus-in-node.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  fileParallelism: false,
  // One process for all files, too: each device loads its modules anew anyway.
  isolate: false,
};

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
    // RxJS' own name for its build of today's classes; the other one is of functions, for browsers
    // that no longer run this app.
    ...(command === "build" ? { conditions: ["es2015", ...defaultClientConditions] } : {}),
  },
  build: {
    target: "es2022",
    // Inlined assets are data: URLs, which the content security policy refuses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Says in each build that plugins written in JavaScript take most of its time: they are what
      // this app is compiled with.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: chunks(),
        },
      },
    },
  },
  test: {
    tags,
    projects: [
      {
        extends: true,
        test: { name: "unit", tags, include: ["tests/unit/**/*.test.{ts,tsx}"], environment: "node" },
      },
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
