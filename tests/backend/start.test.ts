// `npm start` in a clone: what it prints, and that it builds when something has changed and only
// then. The real thing: the script of package.json on a copy of this repository. Its own build is
// made each night; for every change, `npm test` has made one.

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
 * Starts the product as `npm start` does, and stops it when it is there. @returns every line that
 * it printed
 */
async function start(): Promise<string[]> {
  const { scripts } = JSON.parse(readFileSync(join(clone, "package.json"), "utf8")) as { scripts: { start: string } };
  const [, ...script] = scripts.start.split(" ");
  // What Vitest sets is not what a terminal has: a build would take it for a test of its own.
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
  // The word of the server's log that it stops, as it was told to.
  return printed.split("\n").filter((line) => line !== "" && !line.includes('"event":"stopping"'));
}

const greeting = [
  expect.stringMatching(/^Database {3}PGlite, in \S+$/),
  expect.stringMatching(/^Betaflock {2}http:\/\/127\.0\.0\.1:\d+ \(its e-mails: \/dev\/mail\)$/),
  "Log in as  admin@betaflock.test, dev@betaflock.test, tester@betaflock.test (password betaflock-demo)",
];

test("O3 npm start says in five lines what it does, and builds once", { ...long, timeout: 300_000 }, async () => {
  expect(isStale(clone)).toBe(true);
  expect(await start()).toEqual([
    "Building   the app, as it is new here or has changed …",
    expect.stringMatching(/^Built {6}in \d+ s$/),
    ...greeting,
  ]);
  expect(await start()).toEqual(greeting);
});

test("O3 npm start says in three lines where the product is, and builds nothing that is built", async () => {
  if (isStale(clone)) {
    expect(isStale(root), "npm run build makes what this test starts").toBe(false);
    cpSync(join(root, "dist"), join(clone, "dist"), { recursive: true });
  }
  expect(await start()).toEqual(greeting);

  // A checkout gives files other times; that is no change.
  const source = join(clone, "src", "main.tsx");
  utimesSync(source, new Date(), new Date());
  expect(isStale(clone)).toBe(false);
  const before = readFileSync(source);
  writeFileSync(source, `${before}\n`);
  expect(isStale(clone)).toBe(true);
  writeFileSync(source, before);
  expect(isStale(clone)).toBe(false);
  // A build for a hosted project is another build.
  expect(sourcesKey(clone, { VITE_SUPABASE_URL: "https://x.supabase.co" })).not.toBe(sourcesKey(clone, {}));
});
