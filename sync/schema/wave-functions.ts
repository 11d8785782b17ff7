// Answers of the SQL functions that invite testers in waves.
import * as v from "valibot";

import { args, numbers, sqlFunction, strings } from "./functions.ts";

/** Limits of a plan, as in SQL. `usual` is the default. */
export const waveLimits = {
  candidates: { max: 5000 },
  waveSize: { max: 500, usual: 10 },
  /** At most two weeks. */
  pauseHours: { max: 336, usual: 48 },
} as const;

/** `closed`: the campaign accepts no more testers. `stopped`: a member stopped the plan. */
const wavesState = v.picklist(["running", "paused", "done", "exhausted", "closed", "stopped"]);

const waves = v.object({
  /** `created_by`: a display name. */
  ...strings("id", "created_by", "created_at"),
  state: wavesState,
  /** `target`: number of wanted testers. `active`: number of current testers. */
  ...numbers("target", "active", "wave_size", "pause_hours", "waves_sent"),
  /** Numbers of candidates: all, invited, skipped and waiting. */
  ...numbers("candidates", "invited", "skipped", "waiting"),
  /** Null if the plan is not running. */
  next_at: v.nullable(v.string()),
  /** Code of the rejection that delayed the last wave; otherwise empty. */
  problem: v.string(),
});
export type Waves = v.InferOutput<typeof waves>;

/** The latest plan of a campaign; null if there is none. */
export const readWaves = sqlFunction("read_waves", v.nullable(waves));
export const startWaves = sqlFunction("start_waves", waves);
export const addWaveCandidates = sqlFunction("add_wave_candidates", waves);
/** `send` sends a wave early, at most once. */
export type WaveChange = { do: "pause" | "resume" | "stop" } | { do: "send"; wave: number };
export const changeWaves = sqlFunction("change_waves", waves, args<{ plan: string; change: WaveChange }>());

export const hasUnfinished = (plan: Waves | null): plan is Waves =>
  plan?.state === "running" || plan?.state === "paused";
