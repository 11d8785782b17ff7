// The values that a rejected or overruled change would have set, beside the row as it is now. For a
// review this is the decision, not the report.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { RefusedChange } from "../../sync/queries/outbox.ts";
import { type CollectionName, collections } from "../../sync/schema/collections.ts";
import { decisionColumns } from "../../sync/schema/own.ts";
import { profileStatusLabel } from "../features/account/labels.ts";
import { applicantStatusLabel } from "../features/applications/labels.ts";
import { campaignStatusLabel } from "../features/campaigns/labels.ts";
import { flagStatusLabel } from "../features/flags/labels.ts";
import { feedbackStatusLabel, priorityLabel, reasonLabel } from "../features/reports/labels.ts";
import { payoutStatusLabel } from "../features/rewards/labels.ts";
import { columnLabel } from "../features/sync/labels.ts";

export interface LabeledValue {
  label: MessageDescriptor;
  value: MessageDescriptor | string;
}

type Labels = { readonly [value: string]: MessageDescriptor };
type Columns = Readonly<Record<string, unknown>>;
const statusLabels: { readonly [N in CollectionName]?: Labels } = {
  applications: applicantStatusLabel,
  campaigns: campaignStatusLabel,
  feedback: feedbackStatusLabel,
  flags: flagStatusLabel,
  payouts: payoutStatusLabel,
  profiles: profileStatusLabel,
};
const valueLabels: { readonly [column: string]: Labels } = { reason_code: reasonLabel, priority: priorityLabel };
const labels: Labels = {
  status: msg`Status`,
  usefulness: msg`Usefulness`,
  reason_code: msg`Why`,
  priority: msg`Priority`,
  tags: msg`Tags`,
  ...columnLabel,
};

/** A column's value in words; null: nothing worth showing. */
function valueLabel(collection: CollectionName, column: string, value: unknown): LabeledValue["value"] | null {
  if (column === "tags" && Array.isArray(value)) return value.join(", ") || null;
  if (value === "" || (typeof value !== "string" && typeof value !== "number")) return null;
  if (column === "usefulness") return value === 0 ? null : msg`${value} of 5`;
  if (column === "reason" && value === "automatic") return msg`Automatic: nobody answered in time`;
  const words = column === "status" ? statusLabels[collection] : valueLabels[column];
  return words?.[value] ?? String(value);
}

function labeledValues(collection: CollectionName, columns: readonly string[], row: Columns): LabeledValue[] {
  return Object.entries(labels).flatMap(([column, label]) => {
    const value = columns.includes(column) ? valueLabel(collection, column, row[column]) : null;
    return value === null ? [] : [{ label, value }];
  });
}

/** @param row the row on this device now; null: there is none, the whole change is lost */
export function rejectedValues({ collection, doc }: RefusedChange, row: Columns | null): LabeledValue[] {
  if (!row) return [];
  const writable = [...collections[collection].update, "status"];
  return labeledValues(
    collection,
    writable.filter((column) => doc[column] !== row[column]),
    doc,
  );
}

/** Both sides of a decision; null: the change is no decision, or its row is not there. */
export function rejectedDecision(
  { collection, doc, kind, field }: RefusedChange,
  row: Columns | null,
): { mine: LabeledValue[]; kept: LabeledValue[] } | null {
  const columns = decisionColumns(collection);
  const decides = kind === "recovered" ? field === "status" : doc.status !== row?.status;
  if (!row || !decides || !columns.includes("status")) return null;
  return { mine: labeledValues(collection, columns, doc), kept: labeledValues(collection, columns, row) };
}
