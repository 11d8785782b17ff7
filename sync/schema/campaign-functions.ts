// Answers of the SQL functions that invite testers to a campaign, and announce something to them.
import * as v from "valibot";
import { pageOf } from "./admin-functions.ts";
import { nothing, sqlFunction } from "./functions.ts";
import { invitationFields, offerFields } from "./organization-functions.ts";
import { testerInvitationStates } from "./values.ts";

/** How many addresses may be invited at once. */
export const ADDRESSES_AT_ONCE = 500;

/** Why an address is not invited. `tester`: has applied, or may see the campaign already. */
const addressProblem = v.picklist(["invalid", "twice", "invited", "tester"]);
export type AddressProblem = v.InferOutput<typeof addressProblem>;

const invited = v.object({
  /** How many were invited, or would be. */
  invited: v.number(),
  /** `place`: in the list that was sent. */
  problems: v.array(v.object({ place: v.number(), problem: addressProblem })),
});
export type InvitedTesters = v.InferOutput<typeof invited>;
export const inviteTesters = sqlFunction("invite_testers", invited);

export const testerInvitationState = v.picklist(testerInvitationStates);
/** `email` is empty where the organization knows the person by name only. */
const testerInvitation = v.object({
  ...invitationFields,
  ...{ name: v.string(), state: testerInvitationState, sent_at: v.string() },
});
export type TesterInvitation = v.InferOutput<typeof testerInvitation>;
export const resendTesterInvitation = sqlFunction("resend_tester_invitation", nothing);
export const revokeTesterInvitation = sqlFunction("revoke_tester_invitation", nothing);
export const listTesterInvitations = sqlFunction("list_tester_invitations", v.object(pageOf(testerInvitation)));

const campaignLink = v.object({
  id: v.string(),
  /** Null: any number. */
  max_uses: v.nullable(v.number()),
  uses: v.number(),
  created_at: v.string(),
  /** Null: never. */
  expires_at: v.nullable(v.string()),
  /** A name. */
  created_by: v.string(),
});
export type CampaignLink = v.InferOutput<typeof campaignLink>;
export const listCampaignLinks = sqlFunction("list_campaign_links", v.object(pageOf(campaignLink)));
/** The token is told this once. */
export const createCampaignLink = sqlFunction("create_campaign_link", v.object({ id: v.string(), token: v.string() }));
export const revokeCampaignLink = sqlFunction("revoke_campaign_link", nothing);

/** How many accepted testers there were. */
export const sendAnnouncement = sqlFunction("send_announcement", v.object({ recipients: v.number() }));
export const removeAnnouncement = sqlFunction("remove_announcement", nothing);

/** What the holder of a link is invited to; `email` is empty where it is bound to nobody. */
const offer = v.object({ ...offerFields, campaign_title: v.string() });
export type CampaignOffer = v.InferOutput<typeof offer>;
export const readCampaignInvitation = sqlFunction("read_campaign_invitation", offer);
export const joinCampaign = sqlFunction("join_campaign", v.object({ campaign_id: v.string() }));
