import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PendingItem } from "#sync/queries/pending-items.ts";
import type { CollectionName } from "#sync/schema/collections.ts";
import type { Labels } from "../../i18n/labels.ts";

/** Singular, as in a list of changes. */
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

export const pendingKindLabel: Labels<PendingItem["kind"]> = {
  attachment: msg`File`,
  release: msg`Build`,
  image: msg`Picture`,
  flag: msg`Report to the admins`,
  contact: msg`Message`,
};

/** Columns with user texts or dates, in form order. */
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
