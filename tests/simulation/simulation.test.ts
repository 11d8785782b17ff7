// Seeded scenarios against real PostgreSQL: the same one in every `npm test`, more with `npm run
// test:simulation` (CONTRIBUTING.md, "Simulation"). A failing seed is named; `npm run
// test:simulation -- --seed N` plays it again.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPostgres, type TestPostgres } from "../fixtures/test-postgres.ts";
import { simulate } from "./simulate.ts";

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
/** One of members, with kills, a restart and late commits. */
const first = number("SIMULATION_SEED", 6);
const seeds = number("SIMULATION_SEEDS", 1);
/** Only `npm run test:simulation` has one. */
const seconds = number("SIMULATION_SECONDS", Number.POSITIVE_INFINITY);
const edits = number("SIMULATION_EDITS", 150);
/** Every third scenario is about members of organizations. */
const castOf = (seed: number) => process.env.SIMULATION_CAST ?? (seed % 3 === 0 ? "members" : "people");

let cluster: TestPostgres;
beforeAll(async () => {
  cluster = await startTestPostgres();
});
afterAll(() => cluster.stop());

test("O2 O4 three devices, members who come and go, hundreds of edits, tunnels, killed tabs, lost answers and late commits: nothing is lost, all agree", {
  timeout: 0,
}, async () => {
  const end = Date.now() + seconds * 1000;
  let played = 0;
  let last = 0;
  for (let seed = first; seed < first + seeds; seed++) {
    // A seed that has begun is played to its end, so the next one begins only if it fits, too.
    if (played > 0 && Date.now() + last > end) break;
    const startedAt = Date.now();
    const report = await simulate({
      seed,
      edits,
      cluster,
      cast: castOf(seed) === "members" ? "members" : "people",
      ...(process.env.SIMULATION_MIGRATIONS ? { migrationsDir: process.env.SIMULATION_MIGRATIONS } : {}),
    }).catch((error: unknown) => {
      throw new Error(`Seed ${seed} (npm run test:simulation -- --seed ${seed}): ${String(error)}`, { cause: error });
    });
    last = Date.now() - startedAt;
    played += 1;
    process.stdout.write(`seed ${seed}: ${JSON.stringify(report)} in ${last} ms\n`);
  }
  expect(played).toBeGreaterThan(0);
});
