// Invites testers in waves. They are calls, not rows, and need a network. Each can be repeated
// after a lost answer.
import { ADDRESSES_AT_ONCE } from "../schema/campaign-functions.ts";
import type { PeopleFilter } from "../schema/past-tester-functions.ts";
import { addWaveCandidates, startWaves, type Waves } from "../schema/wave-functions.ts";
import type { CallResult } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

export interface WavePlan {
  target: number;
  wave_size: number;
  pause_hours: number;
}

export const inPieces = <T>(list: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / most) }, (_, n) => list.slice(n * most, (n + 1) * most));

/** Addresses, or the first 5,000 past testers of a filter. */
export type WaveRecipients = readonly string[] | PeopleFilter;

const piecesOf = (recipients: WaveRecipients): WaveRecipients[] =>
  Array.isArray(recipients) ? inPieces(recipients, ADDRESSES_AT_ONCE) : [recipients];

const add = (transport: Transport, plan: string, recipients: WaveRecipients): CallResult<Waves> =>
  transport.rpc(addWaveCandidates, { plan, recipients });

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
): CallResult<Waves> {
  const [first = [], ...rest] = piecesOf(recipients);
  let answer = await transport.rpc(startWaves, { campaign, id, recipients: first, plan });
  for (const piece of rest) if (answer.ok) answer = await add(transport, id, piece);
  return answer;
}

export async function wavesAdd(transport: Transport, plan: string, recipients: WaveRecipients): CallResult<Waves> {
  const [first = [], ...rest] = piecesOf(recipients);
  let answer = await add(transport, plan, first);
  for (const piece of rest) if (answer.ok) answer = await add(transport, plan, piece);
  return answer;
}
