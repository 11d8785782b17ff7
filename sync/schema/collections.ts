// The collections: on which role's device they are, what a person may write, and how conflicts
// merge. Used by replication, the SQL bridge test and the screens.
import type * as v from "valibot";
import { accounts } from "./accounts.ts";
import { activity } from "./activity.ts";
import { applications } from "./applications.ts";
import { apps } from "./apps.ts";
import { briefs } from "./briefs.ts";
import { campaigns } from "./campaigns.ts";
import { comments } from "./comments.ts";
import { feedback, reportFields } from "./feedback.ts";
import { files } from "./files.ts";
import { flags } from "./flags.ts";
import { notifications } from "./notifications.ts";
import { payouts } from "./payouts.ts";
import { profiles, type Role } from "./profiles.ts";
import { releases } from "./releases.ts";
import { rewards } from "./rewards.ts";
import { settings } from "./settings.ts";

export const schemas = {
  profiles,
  accounts,
  settings,
  apps,
  releases,
  campaigns,
  briefs,
  applications,
  feedback,
  comments,
  rewards,
  payouts,
  files,
  flags,
  notifications,
  activity,
} as const;

export type CollectionName = keyof typeof schemas;
export type Row<N extends CollectionName> = v.InferOutput<(typeof schemas)[N]>;

/** Each is empty by default. */
export interface CollectionRules {
  /** Columns that a person may set in a new row. Empty: only the server creates rows. */
  insert: readonly string[];
  /** Columns that a person may change later. SQL decides who changes which, and when. */
  update: readonly string[];
  /** True if a person may delete it (drafts). */
  remove: boolean;
  /** Free text. If both sides changed it, the losing text goes to the outbox. */
  texts: readonly string[];
  /**
   * Lists of items with ids, items by their id, and tags. A merge keeps what either side added or
   * changed, without what either removed.
   */
  lists: readonly string[];
  /** RxDB indexes besides `sync_xid`. Not of nullable columns: null would hide the row. */
  indexes: readonly (string | readonly string[])[];
}

export const campaignColumns = [
  "app_id",
  "title",
  "description",
  "category",
  "platform",
  "start_date",
  "end_date",
  "max_testers",
  "effort_minutes",
  "reward_model",
  "reward_amount_cents",
  "currency",
  "requirements",
  "auto_select",
  "reminders",
  "screening",
  "agreement",
  "review_days",
  "status",
  "visibility",
] as const;
const briefColumns = ["instructions", "build_url", "release_id", "follows_newest", "tasks"] as const;
const applicationColumns = ["status", "message", "answers", "agreement_version", "agreement_accepted_at"] as const;
const reportColumns = [...reportFields, "attachments", "status", "captured_at"] as const;
export const appColumns = [
  "title",
  "description",
  "platform",
  "type",
  "icon_path",
  "screenshots",
  "requirements",
  "compatibility",
  "status",
] as const;
const releaseColumns = [
  "kind",
  "link_url",
  "version",
  "notes",
  "file_name",
  "file_path",
  "content_type",
  "size_bytes",
  "sha256",
  "expires_at",
  "status",
  "publishes",
] as const;

const rulesOf = ({ indexes = [], ...rules }: Partial<CollectionRules>): CollectionRules => ({
  ...{ insert: [], update: [], remove: false, texts: [], lists: [] },
  ...rules,
  indexes: ["sync_xid", ...indexes],
});

/** In pushing order: parents first. */
export const collections: { readonly [N in CollectionName]: CollectionRules } = {
  profiles: rulesOf({
    update: [
      "name",
      "avatar_path",
      "bio",
      "devices",
      "expertise",
      "company",
      "website",
      "social_links",
      "report_guide",
    ],
    texts: ["bio"],
  }),
  accounts: rulesOf({
    update: [
      "paypal_email",
      "language",
      "time_zone",
      "billing",
      "notification_preferences",
      "saved_replies",
      "saved_searches",
      "saved_views",
      "saved_templates",
      "shared",
    ],
    lists: ["saved_replies", "saved_searches", "saved_views", "saved_templates", "shared"],
  }),
  settings: rulesOf({ update: ["values"] }),
  apps: rulesOf({
    insert: ["id", "org_id", "developer_id", ...appColumns],
    update: appColumns,
    remove: true,
    texts: ["description"],
    indexes: ["org_id"],
  }),
  releases: rulesOf({
    insert: ["id", "app_id", "developer_id", ...releaseColumns],
    update: releaseColumns,
    remove: true,
    texts: ["notes"],
    indexes: ["app_id"],
  }),
  campaigns: rulesOf({
    insert: ["id", "org_id", "developer_id", ...campaignColumns],
    update: campaignColumns,
    remove: true,
    texts: ["title", "description", "requirements", "agreement"],
    indexes: [["status", "end_date"], "org_id"],
  }),
  briefs: rulesOf({
    insert: ["id", "developer_id", ...briefColumns],
    update: briefColumns,
    texts: ["instructions"],
    lists: ["tasks"],
  }),
  applications: rulesOf({
    insert: ["id", "campaign_id", "tester_id", "applied_at", ...applicationColumns],
    update: [
      ...applicationColumns,
      "reason",
      "downloaded_at",
      "release_id",
      "confirmed_issues",
      "results",
      "results_status",
      "results_review",
      "retests",
    ],
    texts: ["message", "reason"],
    lists: ["results", "retests"],
    indexes: ["campaign_id", "tester_id", "status", "results_status", "applied_at"],
  }),
  feedback: rulesOf({
    insert: ["id", "campaign_id", "application_id", "tester_id", ...reportColumns],
    update: [
      ...reportColumns,
      "usefulness",
      "reason_code",
      "reason",
      "duplicate_of",
      "known",
      "fixed_release_id",
      "assignee_id",
      "assignee_name",
      "priority",
      "tags",
    ],
    remove: true,
    texts: ["summary", "details", "steps", "reason"],
    lists: ["attachments", "tags"],
    indexes: ["campaign_id", "tester_id", "status", "captured_at"],
  }),
  comments: rulesOf({
    insert: ["id", "feedback_id", "author_id", "body", "internal", "captured_at"],
    texts: ["body"],
    indexes: [["feedback_id", "captured_at"]],
  }),
  rewards: rulesOf({ indexes: ["status", "earned_at"] }),
  payouts: rulesOf({
    insert: ["id", "tester_id", "currency"],
    update: ["status", "reason"],
    indexes: ["requested_at"],
  }),
  files: rulesOf({ indexes: ["file_name"] }),
  flags: rulesOf({
    insert: ["id", "reporter_id", "content_type", "content_id", "reason"],
    update: ["status", "resolution", "hidden"],
    texts: ["resolution"],
    indexes: ["status"],
  }),
  notifications: rulesOf({ update: ["read_at"], indexes: ["created_at"] }),
  activity: rulesOf({ indexes: ["created_at"] }),
};

/** Columns that a person may set, when creating a row or later. */
export const writableColumns = (name: CollectionName): readonly string[] => [
  ...new Set([...collections[name].insert, ...collections[name].update]),
];

const testing = ["briefs", "applications", "feedback", "comments", "rewards"] as const;

/**
 * The collections of each role. RxDB's open-source build opens 13 collections per tab, of which one
 * is the catalog (sync/catalog), so a role has at most 12. Developers fetch the settings like
 * visitors (src/state/site-settings.ts).
 */
export const collectionsByRole: { readonly [R in Role | "anonymous"]: readonly CollectionName[] } = {
  anonymous: ["settings"],
  tester: ["profiles", "accounts", "settings", "releases", "campaigns", ...testing, "payouts", "notifications"],
  developer: ["profiles", "accounts", "apps", "releases", "campaigns", ...testing, "files", "notifications"],
  // Flags and payouts are queues. Admins fetch all other rows by page or by id.
  admin: ["profiles", "accounts", "settings", "payouts", "flags", "notifications"],
};
