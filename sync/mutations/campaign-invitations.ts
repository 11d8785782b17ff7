// Campaign invitations and invitation links. They are calls, not rows, and need a network.

import * as v from "valibot";
import {
  ADDRESSES_AT_ONCE,
  type CampaignOffer,
  createCampaignLink,
  createSummaryLink,
  type InvitedTesters,
  inviteTesters,
  joinCampaign,
  readCampaignInvitation,
  readCampaignSummary,
  resendTesterInvitation,
  revokeCampaignLink,
  revokeTesterInvitation,
  type SharedSummary,
} from "../schema/campaign-functions.ts";
import { id } from "../schema/fields.ts";
import { type CallResult, ok } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { inPieces } from "./waves.ts";

export const testersInvite = (
  transport: Transport,
  campaign: string,
  addresses: readonly string[],
): CallResult<InvitedTesters> => transport.rpc(inviteTesters, { campaign, addresses, send: true }, "person");

/** Checks invitations without sending them. Accepts more addresses than one invitation. */
export async function testersCheck(
  transport: Transport,
  campaign: string,
  addresses: readonly string[],
): CallResult<InvitedTesters> {
  const whole: InvitedTesters = { invited: 0, problems: [] };
  for (const [n, piece] of inPieces(addresses, ADDRESSES_AT_ONCE).entries()) {
    const done = await transport.rpc(inviteTesters, { campaign, addresses: piece, send: false }, "person");
    if (!done.ok) return done;
    whole.invited += done.value.invited;
    whole.problems.push(
      ...done.value.problems.map(({ place, problem }) => ({ place: place + n * ADDRESSES_AT_ONCE, problem })),
    );
  }
  return ok(whole);
}

export const testerInvitationResend = (transport: Transport, invitation: string): CallResult =>
  transport.rpc(resendTesterInvitation, { invitation }, "person");

export const testerInvitationRevoke = (transport: Transport, invitation: string): CallResult =>
  transport.rpc(revokeTesterInvitation, { invitation }, "person");

/**
 * @param limits null: unlimited. `request_id` is the same for each retry, so that one link is
 * created
 */
export const campaignLinkCreate = (
  transport: Transport,
  campaign: string,
  limits: { max_uses: number | null; expires_at: string | null; request_id: string },
): CallResult<{ token: string }> => transport.rpc(createCampaignLink, { campaign, ...limits }, "person");

/**
 * Creates a link to the campaign's summary.
 * @param expires_at null: until it is withdrawn
 * @param request_id the same for each retry, so that one link is created
 */
export const summaryLinkCreate = (
  transport: Transport,
  campaign: string,
  limits: { expires_at: string | null; request_id: string },
): CallResult<{ token: string }> => transport.rpc(createSummaryLink, { campaign, ...limits }, "person");

/** Reads the summary of a link. Needs no session. */
export const campaignSummaryRead = (transport: Transport, token: string): CallResult<SharedSummary> =>
  transport.rpc(readCampaignSummary, { token }, "anonymous");

export const campaignLinkRevoke = (transport: Transport, link: string): CallResult =>
  transport.rpc(revokeCampaignLink, { link }, "person");

/**
 * Reads the invitation of a link. Needs no session. @param token or the id of the signed-in
 * person's invitation
 */
export const campaignInvitationRead = (transport: Transport, token: string): CallResult<CampaignOffer> =>
  transport.rpc(readCampaignInvitation, { token }, v.is(id, token) ? "person" : "anonymous");

export const campaignJoin = (transport: Transport, token: string): CallResult<{ campaign_id: string }> =>
  transport.rpc(joinCampaign, { token }, "person");
