// Runs the GitHub Actions example (upload-from-ci.yml, which the app shows) like a runner, and
// uploads a large build over an interrupted connection. UPLOAD_MB=500 sends the largest one.
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { setUpUploader, type Uploader } from "../fixtures/backend/api.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { long } from "../fixtures/long.ts";
import { androidApp } from "../fixtures/packages.ts";
import { type Line, openLine } from "../fixtures/tcp-proxy.ts";

const folder = mkdtempSync(join(tmpdir(), "betaflock-api-upload-"));
const megabytes = Number(process.env.UPLOAD_MB ?? 40);
const MB = 1024 * 1024;
let line: Line;
let backend: ListeningBackend;
let own: Uploader;
beforeAll(async () => {
  line = await openLine(() => backend.port);
  // Programs get the connection's address, which interrupts uploads.
  backend = await startOwnBackend({ schedule: true, siteUrl: `http://127.0.0.1:${line.port}` });
  own = await setUpUploader(backend);
}, 120_000);
afterAll(async () => {
  await line?.close();
  await backend?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const example = readFileSync(
  fileURLToPath(new URL("../../src/features/organizations/upload-from-ci.yml", import.meta.url)),
  "utf8",
);
/** Returns the lines of its `run: |`, unindented. */
const script = (/\n {2}run: \|\n([\s\S]+)$/.exec(example)?.[1] ?? "").trimEnd().replaceAll(/^ {4}/gm, "");
const variables = [...example.matchAll(/^ {4}([A-Z]+): /gm)].map(([, name]) => name ?? "");

const waits = [
  ["sleep 5", "sleep 0.2"],
  ["--retry 3", "--retry 3 --retry-delay 1"],
  ["delay 5", "delay 1"],
] as const;
/** Runs a step with `bash -e`, like a runner, but with shorter waits. */
async function runStep(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const shell = spawn("bash", ["-e", "-c", waits.reduce((text, [long, short]) => text.replace(long, short), script)], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const output of [shell.stdout, shell.stderr])
    output.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  return new Promise((done) => shell.on("close", (code) => done({ code, said })));
}

async function makeFile(name: string, size: number): Promise<string> {
  const hash = createHash("sha256");
  const file = createWriteStream(join(folder, name));
  for (let n = 0; n < size; n += MB) {
    const chunk = randomBytes(Math.min(MB, size - n));
    hash.update(chunk);
    if (!file.write(chunk)) await new Promise((done) => file.once("drain", done));
  }
  await new Promise<void>((done) => file.end(done));
  return hash.digest("hex");
}
const step = (file: string, key: string, change: Record<string, string> = {}) =>
  runStep({
    API: `http://127.0.0.1:${line.port}/api/v1/apps/${own.app}/releases`,
    ...{ TOKEN: own.token, FILE: file, VERSION: `v-${key}`, KEY: key, ...change },
  });

test("the example has ten lines, and the test sets every variable that it reads", () => {
  expect(script.split("\n")).toHaveLength(10);
  expect(variables.sort()).toEqual(["API", "FILE", "KEY", "TOKEN", "VERSION"]);
});

test("B6 the example uploads and publishes a build, and creates no second one when it runs again", async () => {
  const sha256 = await makeFile("night-map.zip", 300_000);
  const first = await step("night-map.zip", "1");
  expect(first.said.trim()).toMatch(/\/b\/[0-9a-f-]{36}$/);
  expect(first.code).toBe(0);
  expect((await step("night-map.zip", "1")).said).toBe(first.said);
  const rows = await backend.sql("select status, version, sha256, size_bytes::int as size from public.releases");
  expect(rows).toEqual([{ status: "published", version: "v-1", sha256, size: 300_000 }]);
}, 60_000);

test("B6 the example waits until the server has read a package", async () => {
  writeFileSync(join(folder, "night-map.apk"), androidApp().bytes);
  const { code, said } = await step("night-map.apk", "apk");
  expect(said.trim()).toMatch(/\/b\/[0-9a-f-]{36}$/);
  expect(code).toBe(0);
  const [row] = await backend.sql(
    "select status, package_id, check_failure from public.releases where version = 'v-apk'",
  );
  expect(row).toEqual({ status: "published", package_id: "app.night.map", check_failure: "" });
}, 60_000);

test("the example fails the job with the reason", { ...long, timeout: 60_000 }, async () => {
  const rejected = await step("night-map.zip", "2", { VERSION: "x".repeat(41) });
  expect(rejected.code).not.toBe(0);
  expect(rejected.said).toContain("#/version");
  expect((await step("night-map.zip", "3", { TOKEN: "bft_wrong" })).said).toContain("invalid_token");
});

test(`a build of ${megabytes} MB arrives complete over an interrupted connection, and little is sent twice`, {
  ...long,
  timeout: 600_000,
}, async () => {
  const size = megabytes * MB - 7;
  const sha256 = await makeFile("large.zip", size);
  const before = line.sent;
  line.cutEvery = size / 5;
  const started = performance.now();
  const { code, said } = await step("large.zip", "4");
  line.cutEvery = null;
  expect(said.trim()).toMatch(/\/b\/[0-9a-f-]{36}$/m);
  expect(code).toBe(0);
  expect(line.cuts).toBeGreaterThanOrEqual(4);
  const sent = line.sent - before;
  expect(sent / size).toBeLessThan(1.25);
  const [row] = await backend.sql<{ size: number; tag: string; status: string }>(
    `select (o.metadata ->> 'size')::int as size, o.metadata ->> 'eTag' as tag, r.status from public.releases r
     join storage.objects o on o.bucket_id = 'releases' and o.name = r.file_path where r.version = 'v-4'`,
  );
  expect(row).toEqual({ size, tag: `"${sha256}"`, status: "published" });
  if (process.env.UPLOAD_MB)
    process.stdout.write(
      `${megabytes} MB, ${line.cuts} cuts, ${sent} bytes sent, ${Math.round(performance.now() - started)} ms\n`,
    );
});
