// The simulation for as long as one likes. Without flags: 5 minutes, from a seed of the clock.
// `npm run test:simulation -- [--seeds 1000] [--seed 7] [--edits 500] [--seconds 300]
// [--break outbox]`
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { breaks, breakText } from "./injected-faults.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    seed: { type: "string" },
    edits: { type: "string", default: "500" },
    seconds: { type: "string" },
    break: { type: "string" },
  },
});
const broken = values.break === undefined ? undefined : breaks[values.break];
if (values.break !== undefined && !broken) {
  process.stderr.write(`--break knows: ${Object.keys(breaks).join(", ")}\n`);
  process.exit(2);
}
const one = values.seed !== undefined && values.seeds === undefined;
const env: Record<string, string> = {
  LITE_AUTH_BCRYPT_COST: "4",
  SIMULATION_SEED: values.seed ?? String(Math.floor(Date.now() / 1000) % 1_000_000),
  SIMULATION_SEEDS: values.seeds ?? (one ? "1" : "100000"),
  SIMULATION_SECONDS: values.seconds ?? (values.seeds === undefined ? "300" : "1000000"),
  SIMULATION_EDITS: values.edits,
  ...(broken?.disaster ? { SIMULATION_DISASTER: broken.disaster } : {}),
};
let copy: string | undefined;
if (broken?.file.endsWith(".sql")) {
  copy = mkdtempSync(join(tmpdir(), "betaflock-broken-"));
  cpSync("supabase/migrations", copy, { recursive: true });
  const file = join(copy, basename(broken.file));
  writeFileSync(file, breakText(broken, readFileSync(file, "utf8")));
  env.SIMULATION_MIGRATIONS = copy;
} else if (values.break !== undefined) env.SIMULATION_BREAK = values.break;

const run = spawnSync("npx", ["vitest", "run", "--project", "simulation"], {
  stdio: "inherit",
  env: { ...process.env, ...env },
});
if (copy) rmSync(copy, { recursive: true, force: true });
process.exit(run.status ?? 1);
