// Answers of the SQL functions that invite testers in waves.
import * as v from "valibot";

import { sqlFunction } from "./functions.ts";

/** As the server decides it. `usual`: what a plan has unless somebody says otherwise. */
export const waveLimits = {
  candidates: { max: 5000 },
  waveSize: { max: 500, usual: 10 },
  /** Two weeks. */
  pauseHours: { max: 336, usual: 48 },
} as const;

/** `closed`: the campaign takes no more testers. `stopped`: by a member. */
const wavesState = v.picklist(["running", "paused", "done", "exhausted", "closed", "stopped"]);

const waves = v.object({
  id: v.string(),
  state: wavesState,
  /** How many testers are wanted; `active`: how many take part. */
  target: v.number(),
  active: v.number(),
  wave_size: v.number(),
  pause_hours: v.number(),
  waves_sent: v.number(),
  /** Of the list: how many there are, were invited, could not be, and wait. */
  candidates: v.number(),
  invited: v.number(),
  skipped: v.number(),
  waiting: v.number(),
  /** Null: it does not run. */
  next_at: v.nullable(v.string()),
  /** The code of the refusal that put the last wave off; empty: none did. */
  problem: v.string(),
  /** A name. */
  created_by: v.string(),
  created_at: v.string(),
});
export type Waves = v.InferOutput<typeof waves>;

/** The latest plan of a campaign; null: there never was one. */
export const readWaves = sqlFunction("read_waves", v.nullable(waves));
export const startWaves = sqlFunction("start_waves", waves);
export const addWaveCandidates = sqlFunction("add_wave_candidates", waves);
export const changeWaves = sqlFunction("change_waves", waves);

export const hasUnfinished = (plan: Waves | null): plan is Waves =>
  plan?.state === "running" || plan?.state === "paused";
