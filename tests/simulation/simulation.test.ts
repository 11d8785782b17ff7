// Seeded scenarios against real PostgreSQL: the same one in every `npm test`, more with `npm run
// test:simulation` (CONTRIBUTING.md, "Simulation"). `npm run test:simulation -- --seed N` replays a
// failing seed.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPostgres, type TestPostgres } from "../fixtures/test-postgres.ts";
import { failurePoints } from "./failure-points.ts";
import { createScript, type Script, scriptText, shrink } from "./script.ts";
import { casts, type SimulationReport, simulate } from "./simulate.ts";

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
/** A seed of members, with kills, a restart and late commits. */
const first = number("SIMULATION_SEED", 6);
const seeds = number("SIMULATION_SEEDS", 1);
/** Only `npm run test:simulation` sets a limit. */
const seconds = number("SIMULATION_SECONDS", Number.POSITIVE_INFINITY);
/** Time to shrink a failing seed. */
const shrinkSeconds = number("SIMULATION_SHRINK_SECONDS", 0);
const edits = number("SIMULATION_EDITS", 60);
const castOf = (seed: number) =>
  casts.find((cast) => cast === process.env.SIMULATION_CAST) ?? casts[seed % 3] ?? "people";

let cluster: TestPostgres;

/** Plays a seed. Shrinks one that fails, and throws with the remaining steps. */
async function played(seed: number): Promise<SimulationReport> {
  const play = (script: Script) =>
    simulate({
      ...{ seed, script, edits, cluster, cast: castOf(seed) },
      ...(process.env.SIMULATION_MIGRATIONS ? { migrationsDir: process.env.SIMULATION_MIGRATIONS } : {}),
    });
  let failing = createScript(seed);
  let cause: unknown;
  try {
    return await play(failing);
  } catch (error) {
    cause = error;
  }
  process.stdout.write(`seed ${seed} fails: ${String(cause)}\n`);
  const fails = async (only: ReadonlySet<number>) => {
    const script = createScript(seed, only);
    try {
      await play(script);
      return false;
    } catch (error) {
      [failing, cause] = [script, error];
      process.stdout.write(`seed ${seed} fails with ${script.played.length} steps: ${String(error).slice(0, 200)}\n`);
      return true;
    }
  };
  const steps = failing.played.map(({ step }) => step);
  if (shrinkSeconds > 0) await shrink(steps, fails, Date.now() + shrinkSeconds * 1000);
  const told = `${String(cause)}\nAfter these steps:\n${scriptText(failing.played)}`;
  throw new Error(`Seed ${seed} (npm run test:simulation -- --seed ${seed}): ${told}`, { cause });
}

beforeAll(async () => {
  cluster = await startTestPostgres();
});
afterAll(() => cluster.stop());

test("O2 O4 three devices, membership changes, hundreds of edits, offline periods, killed tabs, lost responses and late commits: nothing is lost, all agree", {
  timeout: 0,
}, async () => {
  const end = Date.now() + seconds * 1000;
  let count = 0;
  let last = 0;
  for (let seed = first; seed < first + seeds; seed++) {
    // A started seed runs to its end, so the next one begins only if it also fits.
    if (count > 0 && Date.now() + last > end) break;
    const startedAt = Date.now();
    const report = await played(seed);
    last = Date.now() - startedAt;
    count += 1;
    process.stdout.write(`seed ${seed}: ${JSON.stringify(report)} in ${last} ms\n`);
  }
  process.stdout.write(`${failurePoints.coverage()}\n`);
  expect(count).toBeGreaterThan(0);
});
