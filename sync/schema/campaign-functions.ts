// Answers of the SQL functions that invite testers to a campaign, and announce something to them.
import * as v from "valibot";
import { pageOf } from "./admin-functions.ts";
import { platform, rewardModel } from "./campaigns.ts";
import { feedbackType, outcomes, severity } from "./feedback.ts";
import { currency } from "./fields.ts";
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

/** Of the links to the summary of a campaign. */
export const createSummaryLink = sqlFunction("create_summary_link", v.object({ id: v.string(), token: v.string() }));

const counts = <K extends string>(keys: readonly K[]) => v.record(v.picklist(keys), v.number());

/** An approved report, as whoever has a link reads it. */
const finding = v.object({
  id: v.string(),
  type: feedbackType,
  severity,
  summary: v.string(),
  usefulness: v.number(),
  reproductions: v.number(),
  known: v.boolean(),
  /** The version that fixes it; empty: none is named. */
  fixed_in: v.string(),
});

/** What came of a campaign, without names. */
const campaignSummary = v.object({
  title: v.string(),
  description: v.string(),
  start_date: v.string(),
  end_date: v.string(),
  platform,
  reward_model: rewardModel,
  reward_amount_cents: v.number(),
  currency,
  /** Who took part, and who of them reported. */
  testers: v.number(),
  reporters: v.number(),
  /** Rewards that testers earned. */
  cost_cents: v.number(),
  reports: v.number(),
  /** The mean; null: nobody has rated. */
  rating: v.nullable(v.number()),
  types: counts(feedbackType.options),
  /** Of the bugs. */
  severities: counts(severity.options),
  outcomes: counts(outcomes),
  /** Approved reports that name the build that fixes them. */
  fixed: v.number(),
  /** The most used ones first. */
  builds: v.array(v.object({ version: v.string(), reports: v.number() })),
  /** Bugs by severity, usability issues, suggestions; at most MOST_FINDINGS. */
  findings: v.array(finding),
});
export type CampaignSummary = v.InferOutput<typeof campaignSummary>;
export const MOST_FINDINGS = 25;

const sharedSummary = v.object({ ...campaignSummary.entries, organization_name: v.string(), logo_path: v.string() });
export type SharedSummary = v.InferOutput<typeof sharedSummary>;
export const readCampaignSummary = sqlFunction("read_campaign_summary", sharedSummary);

/** Whom a nudge would remind, and from when on it is possible; null: now. */
const nudge = v.object({ testers: v.number(), next_at: v.nullable(v.string()) });
export const readNudge = sqlFunction("read_nudge", nudge);
/** How many are reminded. */
export const nudgeTesters = sqlFunction("nudge_testers", v.object({ testers: v.number() }));

/** How many accepted testers there were. */
export const sendAnnouncement = sqlFunction("send_announcement", v.object({ recipients: v.number() }));
export const removeAnnouncement = sqlFunction("remove_announcement", nothing);

/** What the holder of a link is invited to; `email` is empty where it is bound to nobody. */
const offer = v.object({ ...offerFields, campaign_title: v.string() });
export type CampaignOffer = v.InferOutput<typeof offer>;
export const readCampaignInvitation = sqlFunction("read_campaign_invitation", offer);
export const joinCampaign = sqlFunction("join_campaign", v.object({ campaign_id: v.string() }));
