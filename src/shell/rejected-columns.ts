import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { categoryLabel, platformLabel, rewardModelLabel, visibilityLabel } from "../features/common/campaign-labels.ts";
import { feedbackTypeLabel, priorityLabel, reasonLabel, severityLabel } from "../features/common/report-labels.ts";
import { formatDate, formatMoney } from "../i18n/format.ts";

type Words = MessageDescriptor | string | null;
type Columns = Readonly<Record<string, unknown>>;
interface ColumnWords {
  label: MessageDescriptor;
  words(value: unknown, row: Columns, locale: string): Words;
}

const changed = msg({ message: "Changed", context: "rejected change" });
const plain = (value: unknown): Words =>
  (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : null;
const oneOf =
  (labels: { readonly [value: string]: MessageDescriptor }) =>
  (value: unknown): Words =>
    labels[String(value)] ?? plain(value);
const either = (yes: MessageDescriptor, no: MessageDescriptor) => (value: unknown) =>
  typeof value === "boolean" ? (value ? yes : no) : null;
/** Describes a value that cannot be shown: a picture or the id of another row. */
const replaced = (value: unknown): Words => (typeof value === "string" && value !== "" ? changed : null);
const day = (value: unknown, _: Columns, locale: string): Words =>
  typeof value === "string" && value !== "" ? formatDate(value, locale) : null;
const days = (value: unknown): Words =>
  typeof value === "number" ? msg`${plural(value, { one: "# day", other: "# days" })}` : null;
const minutes = (value: unknown): Words =>
  typeof value === "number" ? msg`${plural(value, { one: "# minute", other: "# minutes" })}` : null;
const money = (value: unknown, { currency }: Columns, locale: string): Words =>
  typeof value === "number" ? formatMoney(value, String(currency ?? "USD"), locale) : null;
const stars = (value: unknown): Words => (typeof value === "number" && value > 0 ? msg`${value} of 5` : null);
/** Describes one part of each entry of a list or record. */
const each =
  (part?: string) =>
  (value: unknown): Words => {
    if (typeof value !== "object" || value === null) return null;
    const entries: unknown[] = Object.values(value);
    return entries
      .map((one) => String((part ? (one as Columns | null)?.[part] : one) ?? ""))
      .filter((one) => one !== "")
      .join(", ");
  };

/** Texts that a tester wrote into results, at any depth. */
const written = (value: unknown, key = ""): string[] => {
  if (typeof value === "string") return key === "note" || key === "answers" ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => written(one, key === "answers" ? key : name));
};
/** Marks alone have no words. */
const resultWords = (value: unknown): Words =>
  typeof value === "object" && value !== null ? written(value).join(", ") || changed : null;

export const columnWords: { readonly [column: string]: ColumnWords } = {
  usefulness: { label: msg`Usefulness`, words: stars },
  reason_code: { label: msg`Why`, words: oneOf(reasonLabel) },
  priority: { label: msg`Priority`, words: oneOf(priorityLabel) },
  tags: { label: msg`Tags`, words: each() },
  assignee_name: { label: msg`Assigned to`, words: plain },
  known: { label: msg`Known issue`, words: either(msg`Yes`, msg`No`) },
  fixed_release_id: { label: msg`Fixed in`, words: replaced },
  type: { label: msg`Type`, words: oneOf(feedbackTypeLabel) },
  rating: { label: msg`Rating`, words: stars },
  severity: { label: msg`Severity`, words: oneOf(severityLabel) },
  device: { label: msg`Device`, words: plain },
  attachments: { label: msg`Attachments`, words: each("name") },
  avatar_path: { label: msg`Picture`, words: replaced },
  devices: { label: msg`Devices`, words: each("name") },
  expertise: { label: msg`Expertise`, words: each() },
  social_links: { label: msg`Links`, words: each() },
  app_id: { label: msg`App`, words: replaced },
  category: { label: msg`Category`, words: oneOf(categoryLabel) },
  platform: { label: msg`Platform`, words: oneOf(platformLabel) },
  start_date: { label: msg`Start date`, words: day },
  end_date: { label: msg`End date`, words: day },
  max_testers: { label: msg`Number of testers`, words: plain },
  effort_minutes: { label: msg`Time needed`, words: minutes },
  reward_model: { label: msg`Reward model`, words: oneOf(rewardModelLabel) },
  reward_amount_cents: { label: msg`Reward`, words: money },
  currency: { label: msg`Currency`, words: plain },
  auto_select: { label: msg`Selection`, words: either(msg`Automatic`, msg`You choose`) },
  reminders: { label: msg`Remind testers`, words: either(msg`On`, msg`Off`) },
  screening: { label: msg`Questions`, words: each("question") },
  review_days: { label: msg`Answers within`, words: days },
  visibility: { label: msg`Visibility`, words: oneOf(visibilityLabel) },
  release_id: { label: msg`Build`, words: replaced },
  follows_newest: { label: msg`Always the newest published build`, words: either(msg`On`, msg`Off`) },
  publishes: { label: msg`Publish when checked`, words: plain },
  icon_path: { label: msg`Icon`, words: replaced },
  screenshots: { label: msg`Screenshots`, words: (value) => (Array.isArray(value) ? String(value.length) : null) },
  compatibility: { label: msg`Compatibility`, words: plain },
  link_url: { label: msg`Link`, words: plain },
  file_name: { label: msg`File`, words: plain },
  expires_at: { label: msg`Expires`, words: day },
  answers: { label: msg`Answers`, words: each("value") },
  tasks: { label: msg`Tasks`, words: each("title") },
  results: { label: msg`Results`, words: resultWords },
  retests: { label: msg`Retests`, words: resultWords },
  results_status: {
    label: msg`Results`,
    words: oneOf({ submitted: msg`Submitted`, returned: msg`Sent back`, accepted: msg`Accepted` }),
  },
  results_review: { label: msg`Reasons`, words: each() },
  hidden: { label: msg({ message: "Hidden", context: "rejected change" }), words: either(msg`Yes`, msg`No`) },
  billing: { label: msg`Plan`, words: (value) => plain((value as Columns | null)?.plan) },
};
