// States as badges, types as chips: the same tone for the same meaning on every screen.
import { useLingui } from "@lingui/react/macro";
import type { Application } from "../../sync/schema/applications.ts";
import type { Campaign } from "../../sync/schema/campaigns.ts";
import type { Feedback } from "../../sync/schema/feedback.ts";
import type { Flag } from "../../sync/schema/flags.ts";
import type { Payout } from "../../sync/schema/payouts.ts";
import type { Profile } from "../../sync/schema/profiles.ts";
import type { Reward } from "../../sync/schema/rewards.ts";
import { Badge, Chip } from "../ui/badge.tsx";
import type { Tone } from "../ui/color-role.ts";
import {
  applicantStatusLabel,
  applicationStatusLabel,
  campaignStatusLabel,
  feedbackStatusLabel,
  feedbackTypeLabel,
  flagStatusLabel,
  payoutStatusLabel,
  profileStatusLabel,
  rewardStatusLabel,
  severityLabel,
} from "./labels.ts";

type Tones<K extends string> = { readonly [P in K]: Tone };

const campaignTone: Tones<Campaign["status"]> = {
  draft: "neutral",
  active: "positive",
  completed: "info",
  archived: "neutral",
};
export function CampaignStatus({ status }: { status: Campaign["status"] }) {
  const { t } = useLingui();
  return <Badge tone={campaignTone[status]}>{t(campaignStatusLabel[status])}</Badge>;
}

const applicationTone: Tones<Application["status"]> = {
  pending: "caution",
  accepted: "positive",
  rejected: "neutral",
  withdrawn: "neutral",
  removed: "danger",
  completed: "info",
};
export function ApplicationStatus({ status }: { status: Application["status"] }) {
  const { t } = useLingui();
  return <Badge tone={applicationTone[status]}>{t(applicationStatusLabel[status])}</Badge>;
}
/** The same beside the person who applied. */
export function ApplicantStatus({ status }: { status: Application["status"] }) {
  const { t } = useLingui();
  return <Badge tone={applicationTone[status]}>{t(applicantStatusLabel[status])}</Badge>;
}

const feedbackTone: Tones<Feedback["status"]> = {
  draft: "neutral",
  submitted: "info",
  approved: "positive",
  rejected: "danger",
  changes_requested: "caution",
};
export function FeedbackStatus({ status }: { status: Feedback["status"] }) {
  const { t } = useLingui();
  return <Badge tone={feedbackTone[status]}>{t(feedbackStatusLabel[status])}</Badge>;
}

const rewardTone: Tones<Reward["status"]> = { earned: "info", requested: "caution", paid: "positive", void: "neutral" };
export function RewardStatus({ status }: { status: Reward["status"] }) {
  const { t } = useLingui();
  return <Badge tone={rewardTone[status]}>{t(rewardStatusLabel[status])}</Badge>;
}

const payoutTone: Tones<Payout["status"]> = { requested: "caution", paid: "positive", failed: "danger" };
export function PayoutStatus({ status }: { status: Payout["status"] }) {
  const { t } = useLingui();
  return <Badge tone={payoutTone[status]}>{t(payoutStatusLabel[status])}</Badge>;
}

const flagTone: Tones<Flag["status"]> = {
  pending: "caution",
  under_review: "info",
  resolved: "positive",
  dismissed: "neutral",
};
export function FlagStatus({ status }: { status: Flag["status"] }) {
  const { t } = useLingui();
  return <Badge tone={flagTone[status]}>{t(flagStatusLabel[status])}</Badge>;
}

const personTone: Tones<Profile["status"]> = { active: "positive", inactive: "caution", suspended: "danger" };
export function PersonStatus({ status }: { status: Profile["status"] }) {
  const { t } = useLingui();
  return <Badge tone={personTone[status]}>{t(profileStatusLabel[status])}</Badge>;
}

const typeTone: Tones<Feedback["type"]> = { bug: "danger", feature: "info", usability: "caution" };
export function TypeChip({ type }: { type: Feedback["type"] }) {
  const { t } = useLingui();
  return (
    <Chip tone={typeTone[type]} className="whitespace-nowrap font-medium">
      {t(feedbackTypeLabel[type])}
    </Chip>
  );
}

const severityTone: Tones<Feedback["severity"]> = {
  low: "neutral",
  medium: "info",
  high: "caution",
  critical: "danger",
};
export function SeverityChip({ severity }: { severity: Feedback["severity"] }) {
  const { t } = useLingui();
  return <Chip tone={severityTone[severity]}>{t(severityLabel[severity])}</Chip>;
}
