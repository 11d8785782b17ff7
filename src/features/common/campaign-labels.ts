import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Outcome } from "#sync/schema/feedback.ts";
import type { Labels } from "../../i18n/labels.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";
import type { ApplyState } from "./campaign-rules.ts";
import { reportsStatusLabel } from "./report-labels.ts";

export const outcomeLabel: Labels<Outcome> = {
  waiting: msg`To review`,
  changes_requested: reportsStatusLabel.changes_requested,
  approved: reportsStatusLabel.approved,
  duplicate: msg`Duplicates`,
  rejected: msg`Rejected for another reason`,
};

export const closedLabel: Labels<Exclude<ApplyState, "open" | "full">> = {
  draft: msg`This test isn't published yet`,
  ended: msg`This test has ended`,
  hidden: msg`This test is hidden at the moment`,
  blocked: msg`You have blocked this organization`,
  suspended: msg`Your account is suspended`,
};

export const closedHelp: Labels<Exclude<ApplyState, "open" | "full">> = {
  draft: msg`You can apply once the developer publishes it.`,
  ended: msg`It is no longer accepting testers.`,
  hidden: msg`An admin has hidden it. Testers cannot apply until it is shown again.`,
  blocked: msg`Unblock it if you want to apply to its tests.`,
  suspended: msg`You can read this test, but not apply.`,
};

/** Who can find the campaign, shown after publishing. */
export const publishedHelp: Labels<Campaign["visibility"]> = {
  public: msg`Testers can now find it and apply.`,
  unlisted: msg`It is not listed. Testers with the link can apply.`,
  private: msg`Only testers you invite can see it and apply.`,
};

export const visibilityHelp: Labels<Campaign["visibility"]> = {
  public: msg`Every tester can find it in Available Tests.`,
  unlisted: msg`Not listed anywhere. Any tester with the link can open it.`,
  private: msg`Only testers you invite can see it.`,
};

export const visibilityLabel: Labels<Campaign["visibility"]> = {
  public: msg`Public`,
  unlisted: msg`Unlisted`,
  private: msg`Private`,
};

export const categoryLabel: Labels<Campaign["category"]> = {
  health_fitness: msg`Health & Fitness`,
  shopping: msg`Shopping`,
  productivity: msg`Productivity`,
  education: msg`Education`,
  food_drink: msg`Food & Drink`,
  travel: msg`Travel`,
};

export const platformLabel: Labels<Campaign["platform"]> = {
  all: msg`All platforms`,
  android: msg`Android`,
  ios: msg`iOS`,
  web: msg`Web`,
  windows: msg`Windows`,
  macos: msg`macOS`,
};

export const rewardModelLabel: Labels<Campaign["reward_model"]> = {
  testing: msg`First report`,
  downloading: msg`Per build tested`,
  suggestions: msg`Per suggestion`,
};

export const rewardModelHelp: Labels<Campaign["reward_model"]> = {
  testing: msg`Paid once per tester, for the first approved report.`,
  downloading: msg`Paid for each release that a tester downloads and reports on.`,
  suggestions: msg`Paid for each approved feature suggestion.`,
};

/** Follows the reward amount, for developers. */
export const rewardPer: Labels<Campaign["reward_model"]> = {
  testing: msg`per tester`,
  downloading: msg`per build tested`,
  suggestions: msg`per approved suggestion`,
};

const rewardFor: Labels<Campaign["reward_model"]> = {
  testing: msg`for your first approved report`,
  downloading: msg`for each release you report on`,
  suggestions: msg`for each approved suggestion`,
};

/** Follows the reward amount, for testers. */
export const whatPays = (campaign: Pick<Campaign, "reward_model" | "required_tasks">): MessageDescriptor =>
  campaign.reward_model === "testing" && campaign.required_tasks > 0
    ? msg`for the required tasks`
    : rewardFor[campaign.reward_model];

export const [campaignStatusLabel, campaignTone] = labelsAndTones<Campaign["status"]>({
  draft: [msg`Draft`, "neutral"],
  active: [msg`Active`, "positive"],
  completed: [msg`Completed`, "info"],
  archived: [msg`Archived`, "neutral"],
});
