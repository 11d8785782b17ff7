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

/** Important kinds need an answer, or concern money or access. Reminders are listed separately. */
const kind = (
  topic: NotificationTopic,
  roles: readonly Role[],
  label: MessageDescriptor,
  ...marks: ("important" | "reminder")[]
) => ({ topic, roles, label, important: marks.includes("important"), reminder: marks.includes("reminder") });

/** Names of the kinds in the preferences, and the roles that receive them. */
export const notificationKinds: { readonly [K in NotificationKind]: ReturnType<typeof kind> } = {
  application_received: kind("tests", ["developer"], msg`A tester applies to your campaign`, "important"),
  feedback_received: kind("reports", ["developer"], msg`A report arrives`, "important"),
  report_assigned: kind("reports", ["developer"], msg`Somebody assigns a report to you`, "important"),
  application_accepted: kind("tests", ["tester"], msg`You’re accepted to a test`, "important"),
  application_rejected: kind("tests", ["tester"], msg`You were not selected`),
  application_removed: kind("tests", ["tester"], msg`You are removed from a test`, "important"),
  results_returned: kind("reports", ["tester"], msg`Your results are sent back`, "important"),
  changes_requested: kind("reports", ["tester"], msg`Changes to your report are requested`, "important"),
  feedback_approved: kind("reports", ["tester"], msg`Your report is approved`),
  feedback_rejected: kind("reports", ["tester"], msg`Your report is rejected`, "important"),
  comment_received: kind("reports", ["tester", "developer"], msg`Somebody comments on a report`),
  reward_earned: kind("account", ["tester"], msg`You earn a reward`),
  payout_paid: kind("account", ["tester"], msg`A payout is paid`, "important"),
  payout_failed: kind("account", ["tester"], msg`A payout fails`, "important"),
  announcement: kind("tests", ["tester"], msg`A developer announces something on your test`),
  campaign_completed: kind("tests", ["tester", "developer"], msg`A campaign is completed`),
  waves_ended: kind("tests", ["developer"], msg`Waves of invitations end`),
  device_added: kind("builds", ["developer"], msg`A tester adds an iPhone or iPad`),
  release_withdrawn: kind("builds", everyone, msg`A build you downloaded is withdrawn`, "important"),
  release_expired: kind("builds", everyone, msg`A build you downloaded expires`),
  build_published: kind("builds", ["tester"], msg`There is a new build of your test`),
  issue_fixed: kind("reports", ["tester"], msg`A problem you also saw is fixed`),
  campaign_invited: kind("tests", ["tester"], msg`You are invited to a test`, "important"),
  new_tests: kind("tests", ["tester"], msg`New tests fit one of your saved searches`),
  role_changed: kind("account", everyone, msg`Your role changes`, "important"),
  session_ended: kind("account", everyone, msg`An admin logs you out on a device`, "important"),
  reminder_build: kind("builds", ["tester"], msg`You haven't downloaded the build`, "reminder"),
  reminder_report: kind("reports", ["tester"], msg`You haven't sent a report`, "reminder"),
  reminder_check_in: kind("tests", ["tester"], msg`You haven't checked in today`, "reminder"),
  reminder_changes: kind("reports", ["tester"], msg`You haven't answered requested changes`, "important", "reminder"),
  reminder_retest: kind("reports", ["tester"], msg`You haven't checked a fix`, "reminder"),
  reminder_review: kind(
    "reports",
    ["developer"],
    msg`Reports will soon be approved automatically`,
    "important",
    "reminder",
  ),
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
    const version = text("version");
    const organization = text("organization_name");
    const words: { readonly [K in NotificationKind]: () => readonly [title: string, detail: string] } = {
      application_received: () => [t`${who} applied to your campaign`, campaign],
      application_accepted: () => [t`You’re accepted to a test`, campaign],
      application_rejected: () => [t`Your application was not selected`, join(campaign, text("reason"))],
      application_removed: () => [t`You were removed from a test`, join(campaign, text("reason"))],
      feedback_received: () => [t`${who} sent a report`, join(summary, campaign)],
      feedback_approved: () => [t`Your report was approved`, join(summary, campaign)],
      feedback_rejected: () => [
        t`Your report was rejected`,
        join(summary, code !== "" && code in reasonLabel ? t(reasonLabel[code]) : "", campaign),
      ],
      changes_requested: () => [t`Changes to your report are requested`, join(summary, text("reason"))],
      results_returned: () => [t`Your results are sent back`, join(campaign, text("reason"))],
      comment_received: () => [t`${who} commented on a report`, join(summary, campaign)],
      report_assigned: () => [t`${assigner} assigned a report to you`, join(summary, campaign)],
      reward_earned: () => [t`You earned a reward`, join(amount(), campaign)],
      payout_paid: () => [t`Your payout is on its way`, amount()],
      payout_failed: () => [t`Your payout failed`, join(amount(), text("reason"))],
      campaign_completed: () => [t`A campaign is completed`, campaign],
      announcement: () => [t`Announcement on ${campaign}`, text("title") || text("excerpt")],
      waves_ended: () => [
        text("outcome") === "done" ? t`Enough testers take part` : t`Everybody on your list has been invited`,
        join(t`${text("active")} of ${text("target")} testers`, campaign),
      ],
      device_added: () => [t`${who} added a device to register`, join(text("model"), campaign)],
      release_withdrawn: () => [t`A build you downloaded was withdrawn`, join(text("app_title"), version)],
      release_expired: () => [t`A build you downloaded has expired`, join(text("app_title"), version)],
      build_published: () => [t`${version} is here`, campaign],
      issue_fixed: () => [t`Fixed in ${version}. Please check.`, join(text("title"), campaign)],
      campaign_invited: () => [t`${organization} invites you to a test`, campaign],
      new_tests: () => {
        const tests = Number(data.tests ?? 1);
        const search = text("search_name");
        const others = text("others");
        return [
          tests < mostNewTests
            ? t`${plural(tests, { one: `# new test fits “${search}”`, other: `# new tests fit “${search}”` })}`
            : t`${mostNewTests}+ new tests fit “${search}”`,
          join(text("titles"), others === "" ? "" : t`Also in ${others}`),
        ];
      },
      role_changed: () => {
        const role = text("role") as keyof typeof roleLabel;
        return [t`Your role has changed`, join(role in roleLabel ? t(roleLabel[role]) : "", text("reason"))];
      },
      session_ended: () => [t`An admin logged you out on a device`, text("reason")],
      reminder_build: () => [t`Download the build to start testing`, campaign],
      reminder_report: () => [t`Send your first report`, campaign],
      reminder_check_in: () => [t`Check in for today`, campaign],
      reminder_changes: () => [t`Your report is still waiting for your changes`, join(summary, campaign)],
      reminder_retest: () => [t`Is it fixed in ${version}? Please check.`, join(text("title"), campaign)],
      reminder_review: () => {
        const reports = Number(data.reports ?? 1);
        const sets = Number(data.sets ?? 0);
        const hours = Number(data.hours ?? 48);
        return [
          reports === 0
            ? t`${plural(sets, { one: "# set of results will soon be accepted automatically", other: "# sets of results will soon be accepted automatically" })}`
            : t`${plural(reports, { one: "# report will soon be approved automatically", other: "# reports will soon be approved automatically" })}`,
          join(
            campaign,
            reports > 0 && sets > 0
              ? t`${plural(sets, { one: "And # set of results", other: "And # sets of results" })}`
              : "",
            reports + sets === 1 ? t`Within ${hours} hours` : t`The first within ${hours} hours`,
          ),
        ];
      },
    };
    const [title, detail] = words[kind]();
    return { title, detail };
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
