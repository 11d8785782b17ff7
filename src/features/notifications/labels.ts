// A notification in words, on this device, in the person's language. What a push message or an
// e-mail says stands on the server (supabase/functions/_shared): it has to be written before
// anybody opens the app.
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { NotificationKind } from "../../../sync/mutations/account.ts";
import type { Feedback } from "../../../sync/schema/feedback.ts";
import type { Notification } from "../../../sync/schema/notifications.ts";
import { formatMoney } from "../../i18n/format.ts";
import type { Role } from "../../state/session.ts";
import { roleLabel } from "../account/labels.ts";
import { reasonLabel } from "../reports/labels.ts";
import type { NotificationGroup } from "./groups.ts";

/** Each kind's name in the preferences, and the roles that get it. */
export const notificationKinds: {
  readonly [K in NotificationKind]: { label: MessageDescriptor; roles: readonly Role[] };
} = {
  application_received: { label: msg`A tester applies to your campaign`, roles: ["developer"] },
  feedback_received: { label: msg`A report arrives`, roles: ["developer"] },
  application_accepted: { label: msg`You are accepted to a test`, roles: ["tester"] },
  application_rejected: { label: msg`You were not selected`, roles: ["tester"] },
  application_removed: { label: msg`You are removed from a test`, roles: ["tester"] },
  changes_requested: { label: msg`Changes to your report are requested`, roles: ["tester"] },
  feedback_approved: { label: msg`Your report is approved`, roles: ["tester"] },
  feedback_rejected: { label: msg`Your report is rejected`, roles: ["tester"] },
  comment_received: { label: msg`Somebody comments on a report`, roles: ["tester", "developer"] },
  reward_earned: { label: msg`You earn a reward`, roles: ["tester"] },
  payout_paid: { label: msg`A payout is paid`, roles: ["tester"] },
  payout_failed: { label: msg`A payout fails`, roles: ["tester"] },
  campaign_completed: { label: msg`A campaign is completed`, roles: ["tester", "developer"] },
  release_withdrawn: { label: msg`A build you downloaded is withdrawn`, roles: ["tester", "developer", "admin"] },
  role_changed: { label: msg`Your role changes`, roles: ["tester", "developer", "admin"] },
};

export const kindsOf = (role: Role) =>
  (Object.keys(notificationKinds) as NotificationKind[]).filter((kind) => notificationKinds[kind].roles.includes(role));

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
    const code = text("reason_code") as Feedback["reason_code"];
    const amount = () => formatMoney(Number(data.amount_cents ?? 0), text("currency") || "USD", i18n.locale);
    switch (kind) {
      case "application_received":
        return { title: t`${who} applied to your campaign`, detail: campaign };
      case "application_accepted":
        return { title: t`You are accepted to a test`, detail: campaign };
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
      case "comment_received":
        return { title: t`${who} commented on a report`, detail: join(summary, campaign) };
      case "reward_earned":
        return { title: t`You earned a reward`, detail: join(amount(), campaign) };
      case "payout_paid":
        return { title: t`Your payout is on its way`, detail: amount() };
      case "payout_failed":
        return { title: t`Your payout failed`, detail: join(amount(), text("reason")) };
      case "campaign_completed":
        return { title: t`A campaign is completed`, detail: campaign };
      case "release_withdrawn":
        return { title: t`A build you downloaded was withdrawn`, detail: join(text("app_title"), text("version")) };
      case "role_changed": {
        const role = text("role") as keyof typeof roleLabel;
        return { title: t`Your role has changed`, detail: role in roleLabel ? t(roleLabel[role]) : "" };
      }
    }
  };
}

/** The same for several of one kind about one thing. */
export function useGroupWords(): (group: NotificationGroup) => NotificationWords {
  const { t, i18n } = useLingui();
  const words = useNotificationWords();
  return ({ latest, ids, amount, unread }) => {
    const count = ids.length;
    const single = words(latest);
    if (count === 1) return single;
    const campaign = String(latest.data.campaign_title ?? "");
    const summary = String(latest.data.summary ?? "");
    const ofCampaign: { readonly [K in NotificationGroup["latest"]["kind"]]?: string } = {
      application_received: t`${plural(count, { one: "# tester applied to your campaign", other: "# testers applied to your campaign" })}`,
      feedback_approved: t`${plural(count, { one: "# of your reports was approved", other: "# of your reports were approved" })}`,
      feedback_rejected: t`${plural(count, { one: "# of your reports was rejected", other: "# of your reports were rejected" })}`,
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
          detail: t`Latest: ${summary}`,
        };
      case "comment_received":
        return {
          title: t`${plural(count, { one: "# comment on a report", other: "# comments on a report" })}`,
          detail: summary,
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
