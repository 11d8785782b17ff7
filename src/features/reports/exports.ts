// Exports a campaign's reports as CSV, JSON, or Markdown issues for GitHub and Jira. Reads only the
// device database, so it works offline.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { csvOf } from "../../lib/csv.ts";
import { feedbackStatusLabel, feedbackTypeLabel, reasonLabel, severityLabel } from "../common/report-labels.ts";

export type Versions = ReadonlyMap<string, string>;

/** The exported fields. Their names are not translated, because programs read them. */
const exportedReport = (r: Feedback, versions: Versions) => ({
  id: r.id,
  summary: r.summary,
  type: r.type,
  // The severity of other types is a default that no tester chose.
  severity: r.type === "bug" ? r.severity : "",
  status: r.status,
  rating: r.rating,
  usefulness: r.usefulness,
  tester: r.tester_name,
  assignee: r.assignee_name,
  release: versions.get(r.release_id ?? "") ?? "",
  device: r.device,
  details: r.details,
  steps: r.steps,
  reason_code: r.reason_code,
  reason: r.reason,
  duplicate_of: r.duplicate_of ?? "",
  known: r.known,
  priority: r.priority,
  tags: r.tags,
  reproductions: r.reproductions,
  attachments: r.attachments.map((a) => a.name),
  captured_at: r.captured_at,
  received_at: r.received_at ?? "",
  reviewed_at: r.reviewed_at ?? "",
  due_at: r.due_at ?? "",
});

export const toCsv = (reports: readonly Feedback[], versions: Versions): Promise<string> =>
  csvOf(
    reports.map((r) => ({
      ...exportedReport(r, versions),
      attachments: r.attachments.map((a) => a.name).join("; "),
      tags: r.tags.join("; "),
    })),
  );

export function toJson(campaign: Campaign, reports: readonly Feedback[], versions: Versions, now: string): string {
  const { id, title, platform, start_date, end_date, status, reward_model, reward_amount_cents, currency } = campaign;
  return JSON.stringify(
    {
      exported_at: now,
      campaign: { id, title, platform, start_date, end_date, status, reward_model, reward_amount_cents, currency },
      reports: reports.map((r) => exportedReport(r, versions)),
    },
    null,
    2,
  );
}

export interface Words {
  t: (descriptor: MessageDescriptor) => string;
  date: (instant: string) => string;
  versions: Versions;
}

/**
 * Escapes HTML and breaks @mentions, so that a tester's text cannot notify users of the tracker.
 */
const plain = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/@/g, "@\u200b");
const oneLine = (text: string) => plain(text).replace(/\s+/g, " ").trim();

/** Formats a report as Markdown. The first line is the title. */
export function toIssue(r: Feedback, { t, date, versions }: Words): string {
  const facts: [MessageDescriptor, string][] = [
    [msg`Type`, t(feedbackTypeLabel[r.type])],
    ...(r.type === "bug" ? [[msg`Severity`, t(severityLabel[r.severity])] satisfies [MessageDescriptor, string]] : []),
    [msg`Rating`, `${r.rating} / 5`],
    [msg`Build`, versions.get(r.release_id ?? "") ?? ""],
    [msg`Device`, r.device],
    [msg`Tester`, r.tester_name],
    [msg`Assigned to`, r.assignee_name],
    [msg`Date`, date(r.captured_at)],
    [msg`Status`, t(feedbackStatusLabel[r.status])],
    [msg`Reason`, r.reason_code === "" ? "" : t(reasonLabel[r.reason_code])],
    [msg`Attachments`, r.attachments.map((a) => a.name).join(", ")],
  ];
  const parts: [MessageDescriptor, string][] = [
    [msg`Details`, r.details],
    [msg`Steps to reproduce`, r.type === "bug" ? r.steps : ""],
  ];
  return [
    `# ${oneLine(r.summary)}`,
    facts
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `- **${t(name)}**: ${oneLine(value)}`)
      .join("\n"),
    ...parts
      .filter(([, text]) => text.trim() !== "")
      .map(([name, text]) => `## ${t(name)}\n\n${plain(text.trim()).replace(/^#/gm, "\\#")}`),
    `\`betaflock:${r.id}\``,
  ].join("\n\n");
}

export const toMarkdown = (reports: readonly Feedback[], words: Words): string =>
  `${reports.map((r) => toIssue(r, words)).join("\n\n---\n\n")}\n`;

/** Builds for example `trail-map-reports-2026-11-20.csv`. */
export const fileName = (campaign: Pick<Campaign, "title">, day: string, ending: string): string => {
  const stem = campaign.title
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `${stem || "campaign"}-reports-${day}.${ending}`;
};
