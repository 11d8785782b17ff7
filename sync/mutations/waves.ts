// Invites testers in waves. They are calls, not rows, and need a network. Each can be repeated
// after a lost answer.
import { ADDRESSES_AT_ONCE } from "../schema/campaign-functions.ts";
import type { PeopleFilter } from "../schema/past-tester-functions.ts";
import { addWaveCandidates, changeWaves, startWaves, type Waves } from "../schema/wave-functions.ts";
import type { CallFailure, Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

type Answer = Promise<Result<Waves, CallFailure>>;

export interface WavePlan {
  target: number;
  wave_size: number;
  pause_hours: number;
}

/** Splits a list into calls. */
export const inPieces = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / ADDRESSES_AT_ONCE) }, (_, n) =>
    list.slice(n * ADDRESSES_AT_ONCE, (n + 1) * ADDRESSES_AT_ONCE),
  );

/** Addresses, or the first 5,000 past testers of a filter. */
export type WaveRecipients = readonly string[] | PeopleFilter;

/** Splits recipients into calls. */
const piecesOf = (recipients: WaveRecipients): WaveRecipients[] =>
  Array.isArray(recipients) ? inPieces(recipients) : [recipients];

const add = (transport: Transport, plan: string, recipients: WaveRecipients): Answer =>
  transport.rpc(addWaveCandidates, { plan, recipients }, "person");

/**
 * Starts a plan. The first wave of a long list is sent before the rest is added. @param id the same
 * for each retry
 */
export async function wavesStart(
  transport: Transport,
  campaign: string,
  id: string,
  recipients: WaveRecipients,
  plan: WavePlan,
): Answer {
  const [first = [], ...rest] = piecesOf(recipients);
  let answer = await transport.rpc(startWaves, { campaign, id, recipients: first, plan }, "person");
  for (const piece of rest) if (answer.ok) answer = await add(transport, id, piece);
  return answer;
}

/** Appends recipients to the list. */
export async function wavesAdd(transport: Transport, plan: string, recipients: WaveRecipients): Answer {
  const [first = [], ...rest] = piecesOf(recipients);
  let answer = await add(transport, plan, first);
  for (const piece of rest) if (answer.ok) answer = await add(transport, plan, piece);
  return answer;
}

export const wavesPause = (transport: Transport, plan: string): Answer =>
  transport.rpc(changeWaves, { plan, change: { do: "pause" } }, "person");

export const wavesResume = (transport: Transport, plan: string): Answer =>
  transport.rpc(changeWaves, { plan, change: { do: "resume" } }, "person");

export const wavesStop = (transport: Transport, plan: string): Answer =>
  transport.rpc(changeWaves, { plan, change: { do: "stop" } }, "person");

/** Sends the next wave early, at most once. */
export const wavesSendNow = (transport: Transport, { id, waves_sent }: Waves): Answer =>
  transport.rpc(changeWaves, { plan: id, change: { do: "send", wave: waves_sent + 1 } }, "person");
