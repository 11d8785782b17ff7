// Answers of the SQL functions for admin screens. Separate from functions.ts, which every first
// screen loads.
import * as v from "valibot";
import { loginSessions } from "./account-functions.ts";
import { activityEntry } from "./activity.ts";
import { applications } from "./applications.ts";
import { apps } from "./apps.ts";
import { campaigns } from "./campaigns.ts";
import { feedback } from "./feedback.ts";
import { files } from "./files.ts";
import { flags } from "./flags.ts";
import { args, command, numbers, sqlFunction, strings } from "./functions.ts";
import { organizationRole } from "./organizations.ts";
import { payouts } from "./payouts.ts";
import { profileStatus, type Role, role } from "./profiles.ts";

const next = v.nullable(v.object(strings("key", "id")));

/** One page of a list (SQL: private.admin_page). */
export interface RemotePage<T> {
  rows: T[];
  /** The `after` of the next page; null on the last page. */
  next: v.InferOutput<typeof next>;
  /** On the first page only. 1001 means more than a thousand. */
  total: number | null;
}

export const pageOf = <R extends v.GenericSchema>(row: R) => ({
  rows: v.array(row),
  next,
  total: v.nullable(v.number()),
});

/** A row of User Management. */
const adminUser = v.object({
  ...strings("id", "name", "email", "avatar_path", "joined_at"),
  role,
  status: profileStatus,
  last_active_at: v.nullable(v.string()),
  is_sample: v.boolean(),
  /** Testers only. */
  tests_completed: v.nullable(v.number()),
  /** Developers only. */
  campaigns_created: v.nullable(v.number()),
  second_factor: v.boolean(),
});
export type AdminUser = v.InferOutput<typeof adminUser>;
export const adminUsers = sqlFunction("admin_users", v.object(pageOf(adminUser)));

/** Number per status. */
const counts = v.record(v.string(), v.number());

/** Null if the user does not exist. */
const adminUserDetails_ = v.object({
  ...adminUser.entries,
  /** Reason for the suspension; otherwise empty. */
  status_reason: v.string(),
  karma: v.number(),
  rating: v.nullable(v.number()),
  organizations: v.array(v.object({ ...strings("id", "name"), personal: v.boolean(), role: organizationRole })),
  reports: counts,
  money: v.array(v.object({ currency: v.string(), ...numbers("earned_cents", "requested_cents", "paid_cents") })),
  /** Reports on campaigns of the person's organizations. */
  received: v.object(numbers("reports", "waiting")),
  /** Rewards granted by those campaigns. `owed_cents`: unpaid, requested or not. */
  granted: v.array(v.object({ currency: v.string(), ...numbers("owed_cents", "requested_cents", "paid_cents") })),
  /** The latest entries. */
  role_changes: v.array(activityEntry),
});
export type AdminUserDetails = v.InferOutput<typeof adminUserDetails_>;
export const adminUserDetails = sqlFunction("admin_user_details", v.nullable(adminUserDetails_));

const listed = strings("id", "at");
const listedReport = v.object({
  ...listed,
  ...v.pick(feedback, ["tester_id", "tester_name", "campaign_title", "summary", "type", "severity"]).entries,
  ...v.pick(feedback, ["status", "reason_code", "usefulness", "hidden"]).entries,
  /** The amount of the reward, if it has one. */
  amount_cents: v.nullable(v.number()),
  currency: v.nullable(v.string()),
});
/** The row type of each list in a person's details. */
const userListRows = {
  tests: v.object({ ...listed, campaign_id: v.string(), title: v.string(), status: applications.entries.status }),
  campaigns: v.object({
    ...listed,
    title: v.string(),
    status: campaigns.entries.status,
    hidden: v.boolean(),
    org_name: v.string(),
  }),
  reports: listedReport,
  /** Reports on campaigns of the person's organizations. */
  received: listedReport,
  payouts: v.object({ ...listed, ...v.pick(payouts, ["amount_cents", "currency", "status", "reason"]).entries }),
  flags,
  activity: activityEntry,
};
export type UserList = keyof typeof userListRows;
export type UserListRow<L extends UserList> = v.InferOutput<(typeof userListRows)[L]>;
const adminUserList = <L extends UserList>(list: L) =>
  sqlFunction("admin_user_list", v.object(pageOf(userListRows[list])));
export const adminUserLists = {
  tests: adminUserList("tests"),
  campaigns: adminUserList("campaigns"),
  reports: adminUserList("reports"),
  received: adminUserList("received"),
  payouts: adminUserList("payouts"),
  flags: adminUserList("flags"),
  activity: adminUserList("activity"),
};

export const adminUserSessions = sqlFunction("admin_user_sessions", loginSessions);
/** The reason is shown to the person. Answers false if it had ended already. */
export const adminEndSession = sqlFunction(
  "admin_end_session",
  v.boolean(),
  args<{ session_id: string; reason: string }>(),
);

export const adminActivity = sqlFunction("admin_activity", v.object(pageOf(activityEntry)));

const rejection = v.object(strings("id", "at", "collection", "row_id", "code", "message", "user_name", "user_email"));
export type Rejection = v.InferOutput<typeof rejection>;
const group = v.object({ ...strings("collection", "code"), n: v.number() });
export const adminRejections = sqlFunction(
  "admin_rejections",
  v.object({ ...pageOf(rejection), groups: v.array(group) }),
);

const contactLetter = v.object({
  ...strings("id", "name", "email", "message", "at", "done_by_name"),
  user_id: v.nullable(v.string()),
  done_at: v.nullable(v.string()),
  replies: v.array(
    v.object({
      ...strings("id", "text", "at", "author_name"),
      delivery: v.picklist(["waiting", "sent", "failed"]),
      /** Why the last attempt failed. `not_set_up`: no mail server is configured. */
      failure: v.string(),
    }),
  ),
});
export type ContactLetter = v.InferOutput<typeof contactLetter>;
export const adminMessages = sqlFunction("admin_messages", v.object(pageOf(contactLetter)));

const adminNumbers_ = v.object({
  /** `waiting`: developers whose account is not activated yet. */
  ...numbers("users", "users_month", "testers", "developers", "admins", "waiting", "active", "active_month"),
  ...numbers("completed", "completed_month", "reviews", "reports_month", "flagged", "flagged_month"),
  ...numbers("payouts", "messages"),
  /** The latest activity entries. */
  recent: v.array(activityEntry),
});
export type AdminNumbers = v.InferOutput<typeof adminNumbers_>;
export const adminNumbers = sqlFunction("admin_numbers", adminNumbers_);

const cents = v.record(v.string(), v.number());
/** Figures of one day (UTC). */
const dayFigures = v.object({
  /** `YYYY-MM-DD` */
  day: v.string(),
  ...numbers("signups", "active", "reports"),
  /** Per currency. */
  earned: cents,
  paid: cents,
});
export type DayFigures = v.InferOutput<typeof dayFigures>;
export const adminDays = sqlFunction("admin_days", v.object({ days: v.array(dayFigures) }));

interface UserChange {
  name?: string;
  status?: AdminUser["status"];
  role?: Exclude<Role, "admin">;
  reason?: string;
}
export const adminChangeUser = command<{ user_id: string; change: UserChange }>("admin_change_user");
export const adminChangeUsers = sqlFunction("admin_change_users", v.object({ changed: v.number() }));
/** Like `flagHide` (mutations/flag-decisions.ts), for a flag that this device lacks. */
export const adminHideContent = command<{ flag_id: string; hidden: boolean }>("admin_hide_content");
/** `reply_id` is the same for each retry of a reply. */
export const adminReplyMessage = command<{ message_id: string; reply_id: string; text: string }>("admin_reply_message");
export const adminMessageDone = command<{ message_id: string; done: boolean }>("admin_message_done");

/** Flags and payouts decided before this device's first pull (SQL: private.add_sync_queue). */
export const adminFlags = sqlFunction("admin_flags", v.object(pageOf(flags)));
export const adminPayouts = sqlFunction("admin_payouts", v.object(pageOf(payouts)));

const adminCampaign = v.object({
  id: v.string(),
  ...v.pick(campaigns, ["title", "status", "visibility", "hidden", "max_testers", "testers_joined"]).entries,
  ...strings("org_name", "developer_id", "developer_name", "created_at"),
  reports: v.number(),
});
export type AdminCampaign = v.InferOutput<typeof adminCampaign>;
export const adminCampaigns = sqlFunction("admin_campaigns", v.object(pageOf(adminCampaign)));

/** Null if the campaign does not exist. */
const adminCampaignDetails_ = v.object({
  ...adminCampaign.entries,
  ...v.pick(campaigns, ["org_id", "description", "start_date", "end_date", "published_at", "completed_at"]).entries,
  ...v.pick(campaigns, ["reward_model", "reward_amount_cents", "currency"]).entries,
  reports_by_status: counts,
  /** The latest flags. */
  flags: v.array(flags),
});
export type AdminCampaignDetails = v.InferOutput<typeof adminCampaignDetails_>;
export const adminCampaignDetails = sqlFunction("admin_campaign_details", v.nullable(adminCampaignDetails_));

const adminApp = v.object({
  id: v.string(),
  ...v.pick(apps, ["title", "status", "platform", "version", "downloads"]).entries,
  ...strings("org_name", "developer_id", "developer_name", "created_at"),
});
export type AdminApp = v.InferOutput<typeof adminApp>;
export const adminApps = sqlFunction("admin_apps", v.object(pageOf(adminApp)));

/** Null if the app does not exist. */
const adminAppDetails_ = v.object({
  ...adminApp.entries,
  ...v.pick(apps, ["org_id", "description", "published_at"]).entries,
  /** The latest flags. */
  flags: v.array(flags),
});
export const adminAppDetails = sqlFunction("admin_app_details", v.nullable(adminAppDetails_));

const fileOwner = v.object(strings("id", "name"));
export type FileOwner = v.InferOutput<typeof fileOwner>;
/** People with files in File Storage. */
export const adminFileOwners = sqlFunction("admin_file_owners", v.object(pageOf(fileOwner)));

/** An entry of a folder: a file, or a subfolder with the sum of its content (`file` is null). */
const fileEntry = v.object({
  ...strings("name", "at"),
  ...numbers("files", "size"),
  file: v.nullable(files),
});
export type FileEntry = v.InferOutput<typeof fileEntry>;
export const adminFiles = sqlFunction(
  "admin_files",
  v.object({
    ...pageOf(fileEntry),
    /** The request that this answers. */
    ...strings("owner", "owner_name", "path", "search"),
    /** The file at the path. */
    file: v.nullable(files),
    /** Totals of the whole storage. */
    ...numbers("files", "bytes", "preserved"),
  }),
);
