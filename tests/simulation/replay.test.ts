// Repeatable scenarios: the same seed gives the same requests, responses and rows, so a failing
// seed fails each time (CONTRIBUTING.md, "Simulation").

import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { long } from "../fixtures/long.ts";
import { endWorlds, playWorld, type World } from "./replay/play.ts";
import { createScript, type Played, scriptText, shrink } from "./script.ts";

/** Without Realtime sockets, whose messages would arrive in an arbitrary order. */
vi.mock("ws", async (original) => ({
  ...(await original<typeof import("ws")>()),
  default: class {
    readyState = 3;
    addEventListener = () => undefined;
    removeEventListener = () => undefined;
    on = () => this;
    emit = () => true;
    close = () => undefined;
    terminate = () => undefined;
    send = () => undefined;
  },
}));

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const first = number("REPLAY_SEED", 1);
const seeds = number("REPLAY_SEEDS", 1);
const edits = number("REPLAY_EDITS", 60);
/** Runs per seed. */
const times = number("REPLAY_TIMES", 2);
/** Time to shrink a failing seed. */
const shrinkSeconds = number("REPLAY_SHRINK_SECONDS", 0);
/** Steps to play; undefined for all. */
const only = process.env.REPLAY_ONLY?.split(",").map(Number);
/** The result file of a child process. */
const file = process.env.REPLAY_FILE;
/** How many worlds a process plays, from the first seed to the first that fails. */
const batch = number("REPLAY_BATCH", 0);
/** Restarts a process after this many worlds, because its libraries keep some memory. */
const mostInBatch = 50;

type Outcome = World | { failure: string; played: readonly Played[] };

/** Plays in another process. @returns the lines that it wrote */
function linesOf(change: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "betaflock-replay-"));
  try {
    const env = { ...process.env, ...change, REPLAY_FILE: join(folder, "world") };
    const self = fileURLToPath(import.meta.url);
    const done = spawnSync("npx", ["vitest", "run", "--project", "simulation", self], { env, encoding: "utf8" });
    if (existsSync(env.REPLAY_FILE)) return readFileSync(env.REPLAY_FILE, "utf8").trim().split("\n");
    throw new Error(`${done.stdout}\n${done.stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Plays a seed in a new process: in a used one, libraries have cached random bytes and the time of
 * their last id.
 */
function outcomeOf(seed: number, steps?: ReadonlySet<number>): Outcome {
  const some = steps ? { REPLAY_ONLY: [...steps].join() } : {};
  return JSON.parse(linesOf({ ...some, REPLAY_SEED: String(seed) })[0] ?? "") as Outcome;
}

/**
 * Plays each seed once, many in a process: after the first, a world takes a third of the time. A
 * failing seed is played again in a separate process, which shrinks it.
 */
async function playedOnce(): Promise<void> {
  const failed: string[] = [];
  for (let seed = first; seed < first + seeds; ) {
    const count = Math.min(mostInBatch, first + seeds - seed);
    const lines = linesOf({ REPLAY_SEED: String(seed), REPLAY_BATCH: String(count) });
    const last = lines.at(-1) ?? "";
    process.stdout.write(`${lines.join("\n")}\n`);
    seed += lines.length;
    if (!last.includes("failed")) continue;
    await played(seed - 1).then(
      () => failed.push(`${last} (passes alone)`),
      (error: unknown) => {
        process.stdout.write(`${String(error)}\n`);
        failed.push(last);
      },
    );
  }
  expect(failed).toEqual([]);
}

async function playBatchHere(into: string): Promise<void> {
  for (let seed = first; seed < first + batch; seed++) {
    const startedAt = process.cpuUsage();
    const told = await playWorld(seed, edits, createScript(seed)).then(
      ({ trace, ...world }) => JSON.stringify({ ...world, steps: trace.length }),
      (error: unknown) => `failed ${JSON.stringify(String(error))}`,
    );
    const { user, system } = process.cpuUsage(startedAt);
    const line = `replay ${seed}: ${told} in ${Math.round((user + system) / 1000)} ms of CPU\n`;
    appendFileSync(into, line);
    if (process.env.REPLAY_PROGRESS) appendFileSync(process.env.REPLAY_PROGRESS, line);
    if (told.startsWith("failed")) break;
  }
  await endWorlds();
}

/** Throws with the steps that a failing seed needs. */
async function played(seed: number): Promise<World> {
  let outcome = outcomeOf(seed);
  if (!("failure" in outcome)) return outcome;
  const steps = outcome.played.map(({ step }) => step);
  const fails = async (fewer: ReadonlySet<number>) => {
    const again = outcomeOf(seed, fewer);
    if (!("failure" in again)) return false;
    outcome = again;
    return true;
  };
  if (shrinkSeconds > 0) await shrink(steps, fails, Date.now() + shrinkSeconds * 1000);
  throw new Error(
    `Seed ${seed} (npm run test:simulation -- --replay ${seed}): ${outcome.failure}\nAfter these steps:\n${scriptText(outcome.played)}`,
  );
}

/** Plays the seed in this process for its parent process. */
async function playHere(into: string): Promise<void> {
  const script = createScript(first, only && new Set(only));
  const outcome: Outcome = await playWorld(first, edits, script).catch((error: unknown) => ({
    failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    played: script.played,
  }));
  writeFileSync(into, JSON.stringify(outcome));
  await endWorlds();
}

test("O2 O4 a seed gives the same result each time: no text is lost, all devices agree", {
  ...long,
  timeout: 0,
}, async () => {
  if (file) return batch > 0 ? playBatchHere(file) : playHere(file);
  if (times === 1) return playedOnce();
  for (let seed = first; seed < first + seeds; seed++) {
    const { trace, ...told } = await played(seed);
    const again: World[] = [];
    for (let time = 1; time < times; time++) again.push(await played(seed));
    process.stdout.write(`replay ${seed}: ${JSON.stringify({ ...told, steps: trace.length })}\n`);
    expect(trace.length).toBeGreaterThan(edits);
    for (const other of again) {
      const differs = trace.findIndex((step, i) => step !== other.trace[i]);
      expect(differs, `seed ${seed}: ${trace[differs]}, and then ${other.trace[differs]}`).toBe(-1);
      expect(other.trace).toHaveLength(trace.length);
    }
  }
});
