// The words for the values of the data contract: one place, so that a category is called the same
// on every screen.
// Descriptors, not texts: the screen translates them (`t(categoryLabel[c])` with `useLingui` of
// @lingui/react/macro).
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Application } from "../../sync/schema/applications.ts";
import type { Campaign } from "../../sync/schema/campaigns.ts";
import type { CollectionName } from "../../sync/schema/collections.ts";
import type { Feedback } from "../../sync/schema/feedback.ts";
import type { Flag } from "../../sync/schema/flags.ts";
import type { Payout } from "../../sync/schema/payouts.ts";
import type { Profile, Role } from "../../sync/schema/profiles.ts";
import type { Reward } from "../../sync/schema/rewards.ts";
import type { Setting } from "../../sync/schema/settings.ts";

type Labels<K extends string> = { readonly [P in K]: MessageDescriptor };

export const roleLabel: Labels<Role> = { tester: msg`Tester`, developer: msg`Developer`, admin: msg`Admin` };

export const profileStatusLabel: Labels<Profile["status"]> = {
  active: msg({ message: "Active", context: "person" }),
  inactive: msg({ message: "Inactive", context: "person" }),
  suspended: msg({ message: "Suspended", context: "person" }),
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
  testing: msg`Testing`,
  downloading: msg`Downloading`,
  suggestions: msg`Suggestions`,
};
export const rewardModelHelp: Labels<Campaign["reward_model"]> = {
  testing: msg`Paid once per tester, at the first approved report.`,
  downloading: msg`Paid per tester and release that was downloaded and reported on.`,
  suggestions: msg`Paid for each approved feature suggestion.`,
};

export const campaignStatusLabel: Labels<Campaign["status"]> = {
  draft: msg`Draft`,
  active: msg`Active`,
  completed: msg`Completed`,
  archived: msg`Archived`,
};

export const applicationStatusLabel: Labels<Application["status"]> = {
  pending: msg`Pending`,
  accepted: msg`Accepted`,
  rejected: msg`Not selected`,
  withdrawn: msg`Withdrawn`,
  removed: msg`Removed`,
  completed: msg`Completed`,
};
/** Above several: filters. */
export const applicationsStatusLabel: Labels<Application["status"]> = {
  pending: msg({ message: "Pending", context: "applications" }),
  accepted: msg({ message: "Accepted", context: "applications" }),
  rejected: msg({ message: "Not selected", context: "applications" }),
  withdrawn: msg({ message: "Withdrawn", context: "applications" }),
  removed: msg({ message: "Removed", context: "applications" }),
  completed: msg({ message: "Completed", context: "applications" }),
};
/** Beside the person who applied: in Spanish a person and an application are of two genders. */
export const applicantStatusLabel: Labels<Application["status"]> = {
  pending: msg({ message: "Pending", context: "applicant" }),
  accepted: msg({ message: "Accepted", context: "applicant" }),
  rejected: msg({ message: "Not selected", context: "applicant" }),
  withdrawn: msg({ message: "Withdrawn", context: "applicant" }),
  removed: msg({ message: "Removed", context: "applicant" }),
  completed: msg({ message: "Completed", context: "applicant" }),
};

export const feedbackTypeLabel: Labels<Feedback["type"]> = {
  bug: msg`Bug Report`,
  feature: msg`Feature Suggestion`,
  usability: msg`Usability Issue`,
};

export const feedbackStatusLabel: Labels<Feedback["status"]> = {
  draft: msg`Draft`,
  submitted: msg`Submitted`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
  changes_requested: msg`Changes requested`,
};

/** Above several: filters. */
export const reportsStatusLabel: Labels<Feedback["status"]> = {
  draft: msg({ message: "Draft", context: "reports" }),
  submitted: msg({ message: "Submitted", context: "reports" }),
  approved: msg({ message: "Approved", context: "reports" }),
  rejected: msg({ message: "Rejected", context: "reports" }),
  changes_requested: msg({ message: "Changes requested", context: "reports" }),
};

export const severityLabel: Labels<Feedback["severity"]> = {
  low: msg`Low`,
  medium: msg`Medium`,
  high: msg`High`,
  critical: msg`Critical`,
};

export const reasonLabel: Labels<Exclude<Feedback["reason_code"], "">> = {
  duplicate: msg`Duplicate of another report`,
  not_reproducible: msg`Could not be reproduced`,
  did_not_follow_instructions: msg`Did not follow the instructions`,
  out_of_scope: msg`Out of scope`,
  works_as_designed: msg`Works as designed`,
  other: msg`Other reason`,
};

export const rewardStatusLabel: Labels<Reward["status"]> = {
  earned: msg`Earned`,
  requested: msg`Payout requested`,
  paid: msg`Paid`,
  void: msg`Void`,
};

export const payoutStatusLabel: Labels<Payout["status"]> = {
  requested: msg`Requested`,
  paid: msg({ message: "Paid", context: "payout" }),
  failed: msg`Failed`,
};

export const flagStatusLabel: Labels<Flag["status"]> = {
  pending: msg`Pending`,
  under_review: msg`Under review`,
  resolved: msg`Resolved`,
  dismissed: msg`Dismissed`,
};
export const flagContentLabel: Labels<Flag["content_type"]> = {
  app: msg`App`,
  campaign: msg`Campaign`,
  feedback: msg`Report`,
};

/** One of them, as in a list of changes. */
export const collectionLabel: Labels<CollectionName> = {
  profiles: msg`Profile`,
  accounts: msg`Account`,
  settings: msg`Setting`,
  apps: msg`App`,
  releases: msg`Release`,
  campaigns: msg`Campaign`,
  briefs: msg`Brief`,
  applications: msg`Application`,
  feedback: msg`Feedback`,
  comments: msg`Comment`,
  rewards: msg`Reward`,
  payouts: msg`Payout`,
  files: msg`File`,
  flags: msg`Flag`,
  notifications: msg`Notification`,
  activity: msg`Activity`,
};

/** Columns with words or days of a person in them, in the order of their form. */
export const columnLabel = {
  name: msg`Name`,
  title: msg`Title`,
  summary: msg`Summary`,
  description: msg`Description`,
  start_date: msg`Start date`,
  end_date: msg`End date`,
  requirements: msg`Requirements`,
  agreement: msg`Agreement`,
  instructions: msg`Instructions`,
  build_url: msg`Link to the build`,
  version: msg`Version`,
  notes: msg`Notes`,
  message: msg`Message`,
  details: msg`Details`,
  steps: msg`Steps`,
  body: msg`Comment`,
  reason: msg`Reason`,
  resolution: msg`Resolution`,
  bio: msg`About me`,
  company: msg`Company`,
  website: msg`Website`,
  paypal_email: msg`PayPal email`,
} as const satisfies Record<string, MessageDescriptor>;

export const settingSectionLabel: Labels<Setting["section"]> = {
  general: msg`General`,
  security: msg`Security`,
  notifications: msg`Notifications`,
  payments: msg`Payments`,
  branding: msg`Branding`,
};

/** What System Settings are called, in the form and in the log. */
export const settingLabel = {
  max_testers_per_campaign: msg`Maximum testers per campaign`,
  open_registration: msg`Open registration`,
  auto_approve_developers: msg`Auto-approve developers`,
  maintenance_mode: msg`Maintenance mode`,
  timezone: msg`Time zone`,
  date_format: msg`Date format`,
  language: msg`Default language`,
  multilingual: msg`Multilingual`,
  min_password_length: msg`Minimum password length`,
  password_expiry_days: msg`Password expiry (days)`,
  password_complexity: msg`Password complexity`,
  require_2fa_for_admins: msg`Require two-step verification for admins`,
  email: msg`Email notifications`,
  web_push: msg`Web push notifications`,
  in_app: msg`In-app notifications`,
  currency: msg`Currency`,
  paypal: msg`PayPal`,
  stripe: msg`Stripe`,
  primary_colour: msg`Primary colour`,
  logo_path: msg`Logo`,
  favicon_path: msg`Favicon`,
} as const satisfies Record<string, MessageDescriptor>;
