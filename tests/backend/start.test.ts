// `npm start` in a clone: its output, and that it builds only after changes. Runs the script of
// package.json on a copy of this repository. The nightly tests also run its own build; `npm test`
// has already built the app.

import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isStale, sourcesKey } from "../../supabase/local/build.ts";
import { long } from "../fixtures/long.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const clone = mkdtempSync(join(tmpdir(), "betaflock-clone-"));
const dataDir = join(clone, ".data");
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const left = new Set(["node_modules", "dist", ".git", ".data", "test-results"]);
function makeClone(): void {
  cpSync(root, clone, { recursive: true, filter: (from) => !left.has(relative(root, from)) });
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
}
beforeAll(makeClone);

/**
 * Starts the product with `npm start`, and stops it when it is ready.
 * @returns the printed lines
 */
async function start(): Promise<string[]> {
  const { scripts } = JSON.parse(readFileSync(join(clone, "package.json"), "utf8")) as { scripts: { start: string } };
  const [, ...script] = scripts.start.split(" ");
  // A terminal lacks Vitest's variables, which would make the build a test build.
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const child = spawn(process.execPath, script, {
    cwd: clone,
    env: { ...env, PORT: "0", DATA_DIR: dataDir, SAMPLE_DATA: "yes", LITE_AUTH_BCRYPT_COST: "4" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes: Buffer) => {
      printed += bytes;
      if (/^Log in as .*\n/m.test(printed)) child.kill("SIGTERM");
    });
  }
  await ended;
  // The server logs that it stops.
  return printed.split("\n").filter((line) => line !== "" && !line.includes('"event":"stopping"'));
}

const greeting = [
  expect.stringMatching(/^Database {3}PGlite, in \S+$/),
  expect.stringMatching(/^Betaflock {2}http:\/\/127\.0\.0\.1:\d+ \(its e-mails: \/dev\/mail\)$/),
  "Log in as  admin@betaflock.test, dev@betaflock.test, tester@betaflock.test (password betaflock-demo)",
];

test("O3 npm start prints five lines and builds once", { ...long, timeout: 300_000 }, async () => {
  expect(isStale(clone)).toBe(true);
  expect(await start()).toEqual([
    "Building   the app, as it is new here or has changed …",
    expect.stringMatching(/^Built {6}in \d+ s$/),
    ...greeting,
  ]);
  expect(await start()).toEqual(greeting);
});

test("O3 npm start prints three lines with the address, and does not rebuild", async () => {
  if (isStale(clone)) {
    expect(isStale(root), "npm run build makes what this test starts").toBe(false);
    cpSync(join(root, "dist"), join(clone, "dist"), { recursive: true });
  }
  expect(await start()).toEqual(greeting);

  // A checkout changes file times, which is no change.
  const source = join(clone, "src", "main.tsx");
  utimesSync(source, new Date(), new Date());
  expect(isStale(clone)).toBe(false);
  const before = readFileSync(source);
  writeFileSync(source, `${before}\n`);
  expect(isStale(clone)).toBe(true);
  writeFileSync(source, before);
  expect(isStale(clone)).toBe(false);
  // A build for a hosted project is a different one.
  expect(sourcesKey(clone, { VITE_SUPABASE_URL: "https://x.supabase.co" })).not.toBe(sourcesKey(clone, {}));
});
