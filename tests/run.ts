// `npm test`: types, lint, unused code, traceability, build and every test project, ending with `N
// passed, N failed`. Long tests run nightly (CONTRIBUTING.md, "Long tests"). An aborted step counts
// as failed, so an empty run never passes.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensurePrograms, ensureProxies, findChromium, findPostgres } from "./tools/programs.ts";
import { makeScratchFolder } from "./tools/scratch-folder.ts";

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}

interface Count {
  passed: number;
  failed: number;
}

interface RunOptions {
  env?: Record<string, string>;
  apart?: boolean;
}

const scratch = makeScratchFolder();
const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];

/** Short failure messages, repeated at the end of the output. */
const failures: string[] = [];
const tailLines = 40;
const messageLength = 1200;

/**
 * @param apart runs in parallel: prints its output when it ends, and repeats the last lines at the
 * end if it failed
 */
const run = (command: string, args: string[], { env = {}, apart = false }: RunOptions = {}) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      stdio: ["inherit", apart ? "pipe" : "inherit", apart ? "pipe" : "inherit"],
      env: { ...process.env, ...env },
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => printed.push(bytes));
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      const text = Buffer.concat(printed).toString();
      process.stdout.write(text);
      if (apart && code !== 0) failures.push(`── ${args.join(" ")}`, ...text.trimEnd().split("\n").slice(-tailLines));
      resolve(code === 0);
    });
  });

function note(step: string, count: Count, startedAt: number): void {
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  lines.push(
    `${step.padEnd(12)} ${String(count.passed).padStart(4)} passed ${String(count.failed).padStart(4)} failed ${seconds.padStart(5)} s`,
  );
}

async function check(step: string, command: string, args: string[]): Promise<boolean> {
  const startedAt = Date.now();
  const good = await run(command, args, { apart: true });
  note(step, good ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, startedAt);
  return good;
}

/**
 * Reads a JSON report. A failed run without a failed test, or a run without tests, counts as one
 * more failure.
 */
function counted(file: string, good: boolean, read: (report: never) => Count): Count {
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = read(JSON.parse(readFileSync(file, "utf8")) as never);
  } catch {
    return { passed: 0, failed: 1 }; // No report: the runner aborted.
  }
  const silent = count.passed + count.failed === 0 || (!good && count.failed === 0);
  return silent ? { ...count, failed: count.failed + 1 } : count;
}

/**
 * @param project a project of vite.config.ts, or a pattern
 * @param shard a part of its files in Vitest's format: "1/2"
 */
async function vitest(project: string, shard = "1/1"): Promise<void> {
  const startedAt = Date.now();
  const step = shard === "1/1" ? project : `${project} ${shard}`;
  process.stdout.write(`\n── ${step} begins\n`);
  const file = join(scratch, `${step.replace(/\W/g, "-")}.json`);
  const selection = ["--project", project, `--shard=${shard}`, "--tags-filter=!long"];
  const good = await run(
    "npx",
    ["vitest", "run", ...selection, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    { apart: true },
  );
  note(
    step,
    counted(file, good, (r: VitestReport) => {
      for (const { status, fullName, failureMessages } of r.testResults.flatMap((t) => t.assertionResults)) {
        if (status === "failed")
          failures.push(`── ${step}: ${fullName}`, failureMessages.join("\n").slice(0, messageLength));
      }
      return { passed: r.numPassedTests, failed: r.numFailedTests };
    }),
    startedAt,
  );
}

async function playwright(): Promise<void> {
  const startedAt = Date.now();
  process.stdout.write("\n── e2e\n");
  const file = join(scratch, "e2e.json");
  const good = await run(
    "npx",
    ["playwright", "test", "--config", "tests/e2e/playwright.config.ts", "--grep-invert=@long", "--reporter=list,json"],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  );
  note(
    "e2e",
    counted(file, good, (r: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: r.stats.expected,
      failed: r.stats.unexpected + r.stats.flaky,
    })),
    startedAt,
  );
}

const missing = ensurePrograms();
ensureProxies();
for (const line of missing) process.stderr.write(`${line}\n`);
if (missing.length > 0) {
  process.stdout.write(`\n0 passed, ${missing.length} failed\n`);
  process.exit(1);
}
process.env.CHROMIUM_PATH = findChromium() ?? "";
process.env.POSTGRES_BIN = findPostgres() ?? "";

let isBuilt = false;
const shardsOfBackend = ["1/3", "2/3", "3/3"];
// Three at a time, longest first, so that no core idles at the end: tests sometimes wait for their
// database. The backend tests serve the build. Browser tests run alone.
const waiting = [
  () =>
    check("build", "npm", ["run", "--silent", "build", "--", "--logLevel", "warn"]).then((good) => (isBuilt = good)),
  () => vitest("sql"),
  () => vitest("sync"),
  ...shardsOfBackend.map((shard) => () => vitest("backend", shard)),
  () => vitest("unit*"),
  () => check("types", "npx", ["tsc", "-p", "."]),
  () => vitest("simulation"),
  () => check("lint", "npx", ["biome", "check", "."]),
  () => check("unused", "npx", ["knip", "--no-progress"]),
  () => check("traceability", "npx", ["tsx", "tests/tools/traceability.ts"]),
];
const turns = waiting.values();
const lane = async () => {
  for (const step of turns) await step();
};
await Promise.all([lane(), lane(), lane()]);
if (isBuilt) await playwright();
else total.failed += 1;

rmSync(scratch, { recursive: true, force: true });
process.stdout.write(`\n${[...failures, ...lines].join("\n")}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
