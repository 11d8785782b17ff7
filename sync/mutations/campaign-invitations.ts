// Inviting testers to a campaign, and joining one by a link. Calls, not rows: none works offline,
// and the screens say so.

import {
  type CampaignOffer,
  createCampaignLink,
  type InvitedTesters,
  inviteTesters,
  joinCampaign,
  readCampaignInvitation,
  resendTesterInvitation,
  revokeCampaignLink,
  revokeTesterInvitation,
} from "../schema/campaign-functions.ts";
import type { CallFailure, Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

type Answer<T> = Promise<Result<T, CallFailure>>;

/** @param send false: only says what would happen */
export const testersInvite = (
  transport: Transport,
  campaign: string,
  addresses: readonly string[],
  send: boolean,
): Answer<InvitedTesters> => transport.rpc(inviteTesters, { campaign, addresses, send }, "person");

export const testerInvitationResend = (transport: Transport, invitation: string): Answer<unknown> =>
  transport.rpc(resendTesterInvitation, { invitation }, "person");

export const testerInvitationRevoke = (transport: Transport, invitation: string): Answer<unknown> =>
  transport.rpc(revokeTesterInvitation, { invitation }, "person");

/** @param limits null: none */
export const campaignLinkCreate = (
  transport: Transport,
  campaign: string,
  limits: { max_uses: number | null; expires_at: string | null },
): Answer<{ token: string }> => transport.rpc(createCampaignLink, { campaign, ...limits }, "person");

export const campaignLinkRevoke = (transport: Transport, link: string): Answer<unknown> =>
  transport.rpc(revokeCampaignLink, { link }, "person");

/** What a link invites to; needs no session. */
export const campaignInvitationRead = (transport: Transport, token: string): Answer<CampaignOffer> =>
  transport.rpc(readCampaignInvitation, { token }, "anonymous");

export const campaignJoin = (transport: Transport, token: string): Answer<{ campaign_id: string }> =>
  transport.rpc(joinCampaign, { token }, "person");
