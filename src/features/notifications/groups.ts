// Groups notifications of one kind about one item, for example all new reports of a campaign. The
// server stores one row per event, so that offline devices agree on what is read.
import type { Notification } from "#sync/schema/notifications.ts";

export interface NotificationGroup {
  key: string;
  /** The newest notification, which determines the order. */
  latest: Notification;
  ids: readonly string[];
  /** Total amount, if all have the same currency. */
  amount: number;
  unread: boolean;
}

/** Kinds to group, with the data field that identifies their item. */
const subjects: { readonly [K in Notification["kind"]]?: "campaign_id" | "feedback_id" } = {
  application_received: "campaign_id",
  feedback_received: "campaign_id",
  feedback_approved: "campaign_id",
  feedback_rejected: "campaign_id",
  changes_requested: "campaign_id",
  report_assigned: "campaign_id",
  reward_earned: "campaign_id",
  announcement: "campaign_id",
  comment_received: "feedback_id",
  reminder_build: "campaign_id",
  reminder_report: "campaign_id",
  reminder_check_in: "campaign_id",
  reminder_changes: "feedback_id",
  reminder_retest: "feedback_id",
  reminder_review: "campaign_id",
};

function keyOf({ id, kind, data, read_at }: Notification): string {
  const column = subjects[kind];
  const subject = column && (data[column] ?? data.campaign_title);
  // Unread notifications form one group, read ones a group per day.
  return subject ? [kind, subject, data.currency ?? "", (read_at ?? "").slice(0, 10)].join("|") : id;
}

/** @param list newest first */
export function groupNotifications(list: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup & { ids: string[] }>();
  for (const latest of list) {
    const key = keyOf(latest);
    const amount = Number(latest.data.amount_cents ?? 0);
    const known = groups.get(key);
    if (known) {
      known.ids.push(latest.id);
      known.amount += amount;
    } else groups.set(key, { key, latest, ids: [latest.id], amount, unread: latest.read_at === null });
  }
  return [...groups.values()];
}

/** Target of a group: the item itself for one notification, otherwise the list. */
export function groupLink({ latest: { kind, data, link }, ids }: NotificationGroup): string {
  const campaign = data.campaign_id;
  if (ids.length === 1 || typeof campaign !== "string" || kind === "announcement") return link;
  if (kind === "feedback_received") return `/developer/campaigns/${campaign}?tab=feedback&status=submitted`;
  if (kind === "report_assigned") return `/developer/campaigns/${campaign}?tab=feedback&assignee=me`;
  return subjects[kind] === "campaign_id" && link.startsWith("/tester/tests/") ? `/tester/tests/${campaign}` : link;
}
