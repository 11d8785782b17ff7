// What a refused change would have changed, beside the row as it stands: a decision about somebody else's report is the
// decision, not the report.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { RefusedChange } from "../../sync/reads/outbox.ts";
import { type CollectionName, collections } from "../../sync/schema/collections.ts";
import {
  applicantStatusLabel,
  campaignStatusLabel,
  columnLabel,
  feedbackStatusLabel,
  flagStatusLabel,
  payoutStatusLabel,
  profileStatusLabel,
  reasonLabel,
} from "../domain/labels.ts";

export interface LostValue {
  label: MessageDescriptor;
  value: MessageDescriptor | string;
}

type Labels = { readonly [value: string]: MessageDescriptor };
const statusLabels: { readonly [N in CollectionName]?: Labels } = {
  applications: applicantStatusLabel,
  campaigns: campaignStatusLabel,
  feedback: feedbackStatusLabel,
  flags: flagStatusLabel,
  payouts: payoutStatusLabel,
  profiles: profileStatusLabel,
};
const labels: Labels = {
  ...columnLabel,
  status: msg`Status`,
  usefulness: msg`Usefulness`,
  reason_code: msg`Why`,
};

/** @param row as it stands on this device now; null: there is none, all of the change is lost */
export function lostValues({ collection, doc }: RefusedChange, row: Record<string, unknown> | null): LostValue[] {
  if (!row) return [];
  return Object.entries(labels).flatMap(([column, label]) => {
    const value = doc[column];
    if (!collections[collection].update.includes(column) && column !== "status") return [];
    if (value === row[column] || value === "" || (typeof value !== "string" && typeof value !== "number")) return [];
    const words: Labels | undefined =
      column === "status" ? statusLabels[collection] : column === "reason_code" ? reasonLabel : undefined;
    return [{ label, value: words?.[value] ?? String(value) }];
  });
}
