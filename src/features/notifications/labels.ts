// Notification texts in the app. Texts of push messages and e-mails are on the server
// (`supabase/functions/_shared`).
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { NotificationChannel, NotificationKind } from "#sync/mutations/account.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import type { Notification } from "#sync/schema/notifications.ts";
import { formatMoney } from "../../i18n/format.ts";
import type { Role } from "../../state/session.ts";
import { roleLabel } from "../common/account-labels.ts";
import { reasonLabel } from "../common/report-labels.ts";
import type { NotificationGroup } from "./groups.ts";

export const notificationTopics = {
  tests: msg`Tests and applications`,
  reports: msg`Reports and comments`,
  builds: msg`Builds and devices`,
  account: msg`Rewards and your account`,
};
export type NotificationTopic = keyof typeof notificationTopics;

const everyone: readonly Role[] = ["tester", "developer", "admin"];

/**
 * Names of the kinds in the preferences, and the roles that receive them. Reminders are listed
 * separately. Important kinds need an answer, or concern money or access.
 */
export const notificationKinds: {
  readonly [K in NotificationKind]: {
    label: MessageDescriptor;
    topic: NotificationTopic;
    roles: readonly Role[];
    important?: true;
    reminder?: true;
  };
} = {
  application_received: {
    label: msg`A tester applies to your campaign`,
    topic: "tests",
    roles: ["developer"],
    important: true,
  },
  feedback_received: { label: msg`A report arrives`, topic: "reports", roles: ["developer"], important: true },
  report_assigned: {
    label: msg`Somebody assigns a report to you`,
    topic: "reports",
    roles: ["developer"],
    important: true,
  },
  application_accepted: { label: msg`You’re accepted to a test`, topic: "tests", roles: ["tester"], important: true },
  application_rejected: { label: msg`You were not selected`, topic: "tests", roles: ["tester"] },
  application_removed: { label: msg`You are removed from a test`, topic: "tests", roles: ["tester"], important: true },
  results_returned: { label: msg`Your results are sent back`, topic: "reports", roles: ["tester"], important: true },
  changes_requested: {
    label: msg`Changes to your report are requested`,
    topic: "reports",
    roles: ["tester"],
    important: true,
  },
  feedback_approved: { label: msg`Your report is approved`, topic: "reports", roles: ["tester"] },
  feedback_rejected: { label: msg`Your report is rejected`, topic: "reports", roles: ["tester"], important: true },
  comment_received: { label: msg`Somebody comments on a report`, topic: "reports", roles: ["tester", "developer"] },
  reward_earned: { label: msg`You earn a reward`, topic: "account", roles: ["tester"] },
  payout_paid: { label: msg`A payout is paid`, topic: "account", roles: ["tester"], important: true },
  payout_failed: { label: msg`A payout fails`, topic: "account", roles: ["tester"], important: true },
  announcement: { label: msg`A developer announces something on your test`, topic: "tests", roles: ["tester"] },
  campaign_completed: { label: msg`A campaign is completed`, topic: "tests", roles: ["tester", "developer"] },
  waves_ended: { label: msg`Waves of invitations end`, topic: "tests", roles: ["developer"] },
  device_added: { label: msg`A tester adds an iPhone or iPad`, topic: "builds", roles: ["developer"] },
  release_withdrawn: {
    label: msg`A build you downloaded is withdrawn`,
    topic: "builds",
    roles: everyone,
    important: true,
  },
  release_expired: { label: msg`A build you downloaded expires`, topic: "builds", roles: everyone },
  build_published: { label: msg`There is a new build of your test`, topic: "builds", roles: ["tester"] },
  issue_fixed: { label: msg`A problem you also saw is fixed`, topic: "reports", roles: ["tester"] },
  campaign_invited: { label: msg`You are invited to a test`, topic: "tests", roles: ["tester"], important: true },
  new_tests: { label: msg`New tests fit one of your saved searches`, topic: "tests", roles: ["tester"] },
  role_changed: { label: msg`Your role changes`, topic: "account", roles: everyone, important: true },
  session_ended: { label: msg`An admin logs you out on a device`, topic: "account", roles: everyone, important: true },
  reminder_build: { label: msg`You haven't downloaded the build`, topic: "builds", roles: ["tester"], reminder: true },
  reminder_report: { label: msg`You haven't sent a report`, topic: "reports", roles: ["tester"], reminder: true },
  reminder_check_in: { label: msg`You haven't checked in today`, topic: "tests", roles: ["tester"], reminder: true },
  reminder_changes: {
    label: msg`You haven't answered requested changes`,
    topic: "reports",
    roles: ["tester"],
    reminder: true,
    important: true,
  },
  reminder_retest: { label: msg`You haven't checked a fix`, topic: "reports", roles: ["tester"], reminder: true },
  reminder_review: {
    label: msg`Reports will soon be approved automatically`,
    topic: "reports",
    roles: ["developer"],
    reminder: true,
    important: true,
  },
};

export const notificationChannels: readonly { value: NotificationChannel; label: MessageDescriptor }[] = [
  { value: "in_app", label: msg`In the app` },
  { value: "email", label: msg({ message: "Email", context: "channel" }) },
  { value: "push", label: msg`Push` },
];

export const kindsOf = (role: Role) =>
  (Object.keys(notificationKinds) as NotificationKind[]).filter((kind) => notificationKinds[kind].roles.includes(role));

/** The server counts new tests up to this number. */
const mostNewTests = 100;

export interface NotificationWords {
  title: string;
  detail: string;
}

export function useNotificationWords(): (notification: Notification) => NotificationWords {
  const { t, i18n } = useLingui();
  return ({ kind, data }) => {
    const text = (key: string) => String(data[key] ?? "");
    const join = (...parts: string[]) => parts.filter((part) => part !== "").join(" · ");
    const campaign = text("campaign_title");
    const summary = text("summary");
    const who = text("tester_name") || text("author_name");
    const assigner = text("assigned_by");
    const code = text("reason_code") as Feedback["reason_code"];
    const amount = () => formatMoney(Number(data.amount_cents ?? 0), text("currency") || "USD", i18n.locale);
    switch (kind) {
      case "application_received":
        return { title: t`${who} applied to your campaign`, detail: campaign };
      case "application_accepted":
        return { title: t`You’re accepted to a test`, detail: campaign };
      case "application_rejected":
        return { title: t`Your application was not selected`, detail: join(campaign, text("reason")) };
      case "application_removed":
        return { title: t`You were removed from a test`, detail: join(campaign, text("reason")) };
      case "feedback_received":
        return { title: t`${who} sent a report`, detail: join(summary, campaign) };
      case "feedback_approved":
        return { title: t`Your report was approved`, detail: join(summary, campaign) };
      case "feedback_rejected":
        return {
          title: t`Your report was rejected`,
          detail: join(summary, code !== "" && code in reasonLabel ? t(reasonLabel[code]) : "", campaign),
        };
      case "changes_requested":
        return { title: t`Changes to your report are requested`, detail: join(summary, text("reason")) };
      case "results_returned":
        return { title: t`Your results are sent back`, detail: join(campaign, text("reason")) };
      case "comment_received":
        return { title: t`${who} commented on a report`, detail: join(summary, campaign) };
      case "report_assigned":
        return { title: t`${assigner} assigned a report to you`, detail: join(summary, campaign) };
      case "reward_earned":
        return { title: t`You earned a reward`, detail: join(amount(), campaign) };
      case "payout_paid":
        return { title: t`Your payout is on its way`, detail: amount() };
      case "payout_failed":
        return { title: t`Your payout failed`, detail: join(amount(), text("reason")) };
      case "campaign_completed":
        return { title: t`A campaign is completed`, detail: campaign };
      case "announcement":
        return { title: t`Announcement on ${campaign}`, detail: text("title") || text("excerpt") };
      case "waves_ended":
        return {
          title: text("outcome") === "done" ? t`Enough testers take part` : t`Everybody on your list has been invited`,
          detail: join(t`${text("active")} of ${text("target")} testers`, campaign),
        };
      case "device_added":
        return { title: t`${who} added a device to register`, detail: join(text("model"), campaign) };
      case "release_withdrawn":
        return { title: t`A build you downloaded was withdrawn`, detail: join(text("app_title"), text("version")) };
      case "release_expired":
        return { title: t`A build you downloaded has expired`, detail: join(text("app_title"), text("version")) };
      case "build_published": {
        const version = text("version");
        return { title: t`${version} is here`, detail: campaign };
      }
      case "issue_fixed": {
        const version = text("version");
        return { title: t`Fixed in ${version}. Please check.`, detail: join(text("title"), campaign) };
      }
      case "campaign_invited": {
        const organization = text("organization_name");
        return { title: t`${organization} invites you to a test`, detail: campaign };
      }
      case "new_tests": {
        const tests = Number(data.tests ?? 1);
        const search = text("search_name");
        const others = text("others");
        return {
          title:
            tests < mostNewTests
              ? t`${plural(tests, { one: `# new test fits “${search}”`, other: `# new tests fit “${search}”` })}`
              : t`${mostNewTests}+ new tests fit “${search}”`,
          detail: join(text("titles"), others === "" ? "" : t`Also in ${others}`),
        };
      }
      case "role_changed": {
        const role = text("role") as keyof typeof roleLabel;
        return {
          title: t`Your role has changed`,
          detail: join(role in roleLabel ? t(roleLabel[role]) : "", text("reason")),
        };
      }
      case "session_ended":
        return { title: t`An admin logged you out on a device`, detail: text("reason") };
      case "reminder_build":
        return { title: t`Download the build to start testing`, detail: campaign };
      case "reminder_report":
        return { title: t`Send your first report`, detail: campaign };
      case "reminder_check_in":
        return { title: t`Check in for today`, detail: campaign };
      case "reminder_changes":
        return { title: t`Your report is still waiting for your changes`, detail: join(summary, campaign) };
      case "reminder_retest": {
        const version = text("version");
        return { title: t`Is it fixed in ${version}? Please check.`, detail: join(text("title"), campaign) };
      }
      case "reminder_review": {
        const reports = Number(data.reports ?? 1);
        const sets = Number(data.sets ?? 0);
        const hours = Number(data.hours ?? 48);
        return {
          title:
            reports === 0
              ? t`${plural(sets, { one: "# set of results will soon be accepted automatically", other: "# sets of results will soon be accepted automatically" })}`
              : t`${plural(reports, { one: "# report will soon be approved automatically", other: "# reports will soon be approved automatically" })}`,
          detail: join(
            campaign,
            reports > 0 && sets > 0
              ? t`${plural(sets, { one: "And # set of results", other: "And # sets of results" })}`
              : "",
            reports + sets === 1 ? t`Within ${hours} hours` : t`The first within ${hours} hours`,
          ),
        };
      }
    }
  };
}

export function useGroupWords(): (group: NotificationGroup) => NotificationWords {
  const { t, i18n } = useLingui();
  const words = useNotificationWords();
  return ({ latest, ids, amount, unread }) => {
    const count = ids.length;
    const single = words(latest);
    if (count === 1) return single;
    const campaign = String(latest.data.campaign_title ?? "");
    const summary = latest.kind === "announcement" ? single.detail : String(latest.data.summary ?? "");
    const newest = t`Latest: ${summary}`;
    const ofCampaign: { readonly [K in NotificationGroup["latest"]["kind"]]?: string } = {
      application_received: t`${plural(count, { one: "# tester applied to your campaign", other: "# testers applied to your campaign" })}`,
      feedback_approved: t`${plural(count, { one: "# of your reports was approved", other: "# of your reports were approved" })}`,
      feedback_rejected: t`${plural(count, { one: "# of your reports was rejected", other: "# of your reports were rejected" })}`,
      report_assigned: t`${plural(count, { one: "# report was assigned to you", other: "# reports were assigned to you" })}`,
      changes_requested: t`${plural(count, { one: "Changes requested to # report", other: "Changes requested to # reports" })}`,
    };
    const title = ofCampaign[latest.kind];
    if (title) return { title, detail: campaign };
    switch (latest.kind) {
      case "feedback_received":
        return {
          title: unread
            ? t`${plural(count, { one: `# new report on ${campaign}`, other: `# new reports on ${campaign}` })}`
            : t`${plural(count, { one: `# report on ${campaign}`, other: `# reports on ${campaign}` })}`,
          detail: newest,
        };
      case "comment_received":
        return {
          title: t`${plural(count, { one: "# comment on a report", other: "# comments on a report" })}`,
          detail: summary,
        };
      case "announcement":
        return {
          title: t`${plural(count, { one: `# announcement on ${campaign}`, other: `# announcements on ${campaign}` })}`,
          detail: newest,
        };
      case "reward_earned": {
        const sum = formatMoney(amount, String(latest.data.currency ?? "USD"), i18n.locale);
        return {
          title: t`${plural(count, { one: "You earned # reward", other: "You earned # rewards" })}`,
          detail: `${sum} · ${campaign}`,
        };
      }
      default:
        return single;
    }
  };
}
