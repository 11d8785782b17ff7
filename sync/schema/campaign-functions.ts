// Answers of the SQL functions for campaign invitations and announcements.
import * as v from "valibot";
import { pageOf } from "./admin-functions.ts";
import type { Announcement } from "./briefs.ts";
import { platform, rewardModel } from "./campaigns.ts";
import { feedbackType, outcomes, severity } from "./feedback.ts";
import { currency } from "./fields.ts";
import { args, command, numbers, sqlFunction, strings } from "./functions.ts";
import { invitationFields, offerFields } from "./organization-functions.ts";
import { questionKinds } from "./tasks.ts";
import { testerInvitationStates } from "./values.ts";

/** Maximum of addresses per invitation. */
export const ADDRESSES_AT_ONCE = 500;

/** Why an address is not invited. `tester`: has applied, or sees the campaign already. */
const addressProblem = v.picklist(["invalid", "twice", "invited", "tester"]);
export type AddressProblem = v.InferOutput<typeof addressProblem>;

const invited = v.object({
  /** Number of sent invitations, or of those that would be sent. */
  invited: v.number(),
  /** `place`: position in the submitted list. */
  problems: v.array(v.object({ place: v.number(), problem: addressProblem })),
});
export type InvitedTesters = v.InferOutput<typeof invited>;
export const inviteTesters = sqlFunction(
  "invite_testers",
  invited,
  /** `send` false only checks. */
  args<{ campaign: string; addresses: readonly string[]; send: boolean }>(),
);

export const testerInvitationState = v.picklist(testerInvitationStates);
/** `email` is empty if the organization knows only the person's name. */
const testerInvitation = v.object({
  ...invitationFields,
  ...strings("name", "sent_at"),
  state: testerInvitationState,
});
export type TesterInvitation = v.InferOutput<typeof testerInvitation>;
export const resendTesterInvitation = command<{ invitation: string }>("resend_tester_invitation");
export const revokeTesterInvitation = command<{ invitation: string }>("revoke_tester_invitation");
export const listTesterInvitations = sqlFunction("list_tester_invitations", v.object(pageOf(testerInvitation)));

const campaignLink = v.object({
  id: v.string(),
  /** Null: unlimited. */
  max_uses: v.nullable(v.number()),
  uses: v.number(),
  created_at: v.string(),
  /** Null: never. */
  expires_at: v.nullable(v.string()),
  /** A display name. */
  created_by: v.string(),
});
export type CampaignLink = v.InferOutput<typeof campaignLink>;
export const listCampaignLinks = sqlFunction("list_campaign_links", v.object(pageOf(campaignLink)));
/** The server never returns the token again. */
const newLink = v.object(strings("id", "token"));
interface LinkRequest {
  campaign: string;
  /** Null: until it is withdrawn. */
  expires_at: string | null;
  /** The same for each retry, so that one link is created. */
  request_id: string;
}
export const createCampaignLink = sqlFunction(
  "create_campaign_link",
  newLink,
  args<LinkRequest & Pick<CampaignLink, "max_uses">>(),
);
export const revokeCampaignLink = command<{ link: string }>("revoke_campaign_link");

/** Links to a campaign's summary. */
export const createSummaryLink = sqlFunction("create_summary_link", newLink, args<LinkRequest>());

const counts = <K extends string>(keys: readonly K[]) => v.record(v.picklist(keys), v.number());

/** An approved report, as the summary link shows it. */
const finding = v.object({
  id: v.string(),
  type: feedbackType,
  severity,
  summary: v.string(),
  ...numbers("usefulness", "reproductions"),
  known: v.boolean(),
  /** The version that fixes it; empty if none is named. */
  fixed_in: v.string(),
});

/** Maximum numbers in a summary. */
export const mostResults = { steps: 5, questions: 25 } as const;

const results = v.object({
  /** Testers who do the tasks; those who submitted their results, or whose results are accepted. */
  ...numbers("takers", "submitted", "accepted"),
  /** Steps that failed or were blocked, the worst first. `number`: of the step in its task. */
  steps: v.array(v.object({ ...strings("task", "step"), ...numbers("number", "failed", "blocked", "marked") })),
  /** Questions with a score. `mean` and `deviation` are null below five answers. */
  questions: v.array(
    v.object({
      ...strings("task", "text"),
      kind: v.picklist(questionKinds),
      ...numbers("min", "max", "n"),
      ...{ mean: v.nullable(v.number()), deviation: v.nullable(v.number()) },
    }),
  ),
});

/** A campaign's summary, without names. */
const campaignSummary = v.object({
  ...strings("title", "description", "start_date", "end_date"),
  platform,
  reward_model: rewardModel,
  reward_amount_cents: v.number(),
  currency,
  /** Accepted testers, those who reported, reports, and the rewards that testers earned. */
  ...numbers("testers", "reporters", "reports", "cost_cents"),
  /** The mean; null without ratings. */
  rating: v.nullable(v.number()),
  types: counts(feedbackType.options),
  /** Bugs only. */
  severities: counts(severity.options),
  outcomes: counts(outcomes),
  /** Approved reports with a build that fixes them. */
  fixed: v.number(),
  /** The most used builds first. */
  builds: v.array(v.object({ version: v.string(), reports: v.number() })),
  /** Bugs by severity, then usability issues, then suggestions; at most MOST_FINDINGS. */
  findings: v.array(finding),
  /** Null without tasks. */
  results: v.nullable(results),
});
export type CampaignSummary = v.InferOutput<typeof campaignSummary>;
export const MOST_FINDINGS = 25;

const sharedSummary = v.object({ ...campaignSummary.entries, ...strings("organization_name", "logo_path") });
export type SharedSummary = v.InferOutput<typeof sharedSummary>;
export const readCampaignSummary = sqlFunction("read_campaign_summary", sharedSummary, args<{ token: string }>());

/** Number of testers that a reminder would reach, and when one is allowed again; null: now. */
const nudge = v.object({ testers: v.number(), next_at: v.nullable(v.string()) });
export const readNudge = sqlFunction("read_nudge", nudge);
export type NudgeKind = "report" | "check_in";
/** Reminds testers without a report or today's check-in. Answers the number of testers. */
export const nudgeTesters = sqlFunction(
  "nudge_testers",
  v.object({ testers: v.number() }),
  args<{ campaign: string; kind: NudgeKind }>(),
);

/** Answers the number of accepted testers. A retry with the same id sends it only once. */
export const sendAnnouncement = sqlFunction(
  "send_announcement",
  v.object({ recipients: v.number() }),
  args<{ campaign: string } & Pick<Announcement, "id" | "title" | "body">>(),
);
export const removeAnnouncement = command<{ campaign: string; id: string }>("remove_announcement");

/** The invitation of a link. `email` is empty if the link is not bound to an address. */
const offer = v.object({ ...offerFields, campaign_title: v.string() });
export type CampaignOffer = v.InferOutput<typeof offer>;
export const readCampaignInvitation = sqlFunction("read_campaign_invitation", offer, args<{ token: string }>());
export const joinCampaign = sqlFunction(
  "join_campaign",
  v.object({ campaign_id: v.string() }),
  args<{ token: string }>(),
);
