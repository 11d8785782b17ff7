// Calls that check many testers before they are invited, and need a network.
import { ADDRESSES_AT_ONCE, type InvitedTesters, inviteTesters } from "../schema/campaign-functions.ts";
import { type CallResult, ok } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { inPieces } from "./waves.ts";

/** Checks invitations without sending them. Accepts more addresses than one invitation. */
export async function testersCheck(
  transport: Transport,
  campaign: string,
  addresses: readonly string[],
): CallResult<InvitedTesters> {
  const whole: InvitedTesters = { invited: 0, problems: [] };
  for (const [n, piece] of inPieces(addresses, ADDRESSES_AT_ONCE).entries()) {
    const done = await transport.rpc(inviteTesters, { campaign, addresses: piece, send: false });
    if (!done.ok) return done;
    whole.invited += done.value.invited;
    whole.problems.push(
      ...done.value.problems.map(({ place, problem }) => ({ place: place + n * ADDRESSES_AT_ONCE, problem })),
    );
  }
  return ok(whole);
}
