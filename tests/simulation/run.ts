// Runs the simulation, by default for 5 minutes from a seed of the clock. `npm run test:simulation
// -- [--seeds 1000] [--seed 7] [--edits 500] [--seconds 300] [--cast members] [--fault outbox]
// [--shrink 600]`
// `--shrink` replays a failing seed with fewer steps for some seconds. `-- --replay 7` plays one
// repeatable seed (replay.test.ts), and with `--seeds 1000` as many from there, each once;
// `--progress <file>` gets a line for each.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { faults, injectFault } from "./injected-faults.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    seed: { type: "string" },
    edits: { type: "string", default: "500" },
    seconds: { type: "string" },
    cast: { type: "string" },
    shrink: { type: "string", default: "600" },
    fault: { type: "string" },
    replay: { type: "string" },
    progress: { type: "string" },
  },
});
if (values.replay !== undefined) {
  const replayed = {
    ...{ REPLAY_SEED: values.replay, REPLAY_SEEDS: values.seeds ?? "1" },
    ...{ REPLAY_TIMES: values.seeds === undefined ? "2" : "1", REPLAY_EDITS: values.edits },
    REPLAY_SHRINK_SECONDS: values.shrink,
    ...(values.progress === undefined ? {} : { REPLAY_PROGRESS: resolve(values.progress) }),
    ...(values.fault === undefined ? {} : { SIMULATION_FAULT: values.fault }),
  };
  const command = ["vitest", "run", "--project", "simulation", "tests/simulation/replay.test.ts"];
  const done = spawnSync("npx", command, { stdio: "inherit", env: { ...process.env, ...replayed } });
  process.exit(done.status ?? 1);
}
const fault = values.fault === undefined ? undefined : faults[values.fault];
if (values.fault !== undefined && !fault) {
  process.stderr.write(`--fault knows: ${Object.keys(faults).join(", ")}\n`);
  process.exit(2);
}
const one = values.seed !== undefined && values.seeds === undefined;
const env: Record<string, string> = {
  SIMULATION_SEED: values.seed ?? String(Math.floor(Date.now() / 1000) % 1_000_000),
  SIMULATION_SEEDS: values.seeds ?? (one ? "1" : "100000"),
  SIMULATION_SECONDS: values.seconds ?? (values.seeds === undefined ? "300" : "1000000"),
  SIMULATION_EDITS: values.edits,
  // An injected fault only has to fail.
  SIMULATION_SHRINK_SECONDS: fault ? "0" : values.shrink,
  ...(fault?.disaster ? { SIMULATION_DISASTER: fault.disaster } : {}),
  ...((values.cast ?? fault?.cast) ? { SIMULATION_CAST: values.cast ?? fault?.cast ?? "" } : {}),
};
let copy: string | undefined;
if (fault?.file.endsWith(".sql")) {
  copy = mkdtempSync(join(tmpdir(), "betaflock-fault-"));
  cpSync("supabase/migrations", copy, { recursive: true });
  const file = join(copy, basename(fault.file));
  writeFileSync(file, injectFault(fault, readFileSync(file, "utf8")));
  env.SIMULATION_MIGRATIONS = copy;
} else if (values.fault !== undefined) env.SIMULATION_FAULT = values.fault;

const test = fault?.noticedBy ?? "tests/simulation/simulation.test.ts";
const [, project = ""] = test.split("/");
const run = spawnSync("npx", ["vitest", "run", "--project", project, test], {
  stdio: "inherit",
  env: { ...process.env, ...env },
});
if (copy) rmSync(copy, { recursive: true, force: true });
process.exit(run.status ?? 1);
