// Worlds that can be played again: the same seed gives the same requests, answers and rows, so a
// failing seed fails each time (CONTRIBUTING.md, "Simulation").

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { long } from "../fixtures/long.ts";
import { playWorld, type World } from "./replay/play.ts";

/** No socket of Realtime: its messages would come in the order of the machine. */
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
/** How often each seed is played. */
const times = number("REPLAY_TIMES", 2);
/** Where a process that plays one seed writes what happened. */
const file = process.env.REPLAY_FILE;

/**
 * Plays a seed in a process of its own: one that has played before has libraries that kept random
 * bytes, or the time of their last id.
 */
function played(seed: number): World {
  const folder = mkdtempSync(join(tmpdir(), "betaflock-replay-"));
  try {
    const env = { ...process.env, REPLAY_SEED: String(seed), REPLAY_FILE: join(folder, "world") };
    const self = fileURLToPath(import.meta.url);
    const done = spawnSync("npx", ["vitest", "run", "--project", "simulation", self], { env, encoding: "utf8" });
    if (done.status === 0) return JSON.parse(readFileSync(env.REPLAY_FILE, "utf8")) as World;
    throw new Error(`Seed ${seed} (npm run test:simulation -- --replay ${seed}): ${done.stdout}\n${done.stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("O2 O4 a seed gives the same world each time it is played: no text is lost, all devices agree", {
  ...long,
  timeout: 0,
}, async () => {
  if (file) {
    writeFileSync(file, JSON.stringify(await playWorld(first, edits)));
    return;
  }
  for (let seed = first; seed < first + seeds; seed++) {
    const [{ trace, ...told }, ...again] = [played(seed), ...Array.from({ length: times - 1 }, () => played(seed))];
    process.stdout.write(`replay ${seed}: ${JSON.stringify({ ...told, steps: trace.length })}\n`);
    expect(trace.length).toBeGreaterThan(edits);
    for (const other of again) {
      const differs = trace.findIndex((step, i) => step !== other.trace[i]);
      expect(differs, `seed ${seed}: ${trace[differs]}, and then ${other.trace[differs]}`).toBe(-1);
      expect(other.trace).toHaveLength(trace.length);
    }
  }
});
