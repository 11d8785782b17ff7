// Values of a rejected or overruled change, next to the current row. A review shows its decision.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { RejectedChange } from "../../sync/queries/outbox.ts";
import { type CollectionName, collections } from "../../sync/schema/collections.ts";
import { decidedStates, decisionColumns, stateColumns } from "../../sync/schema/own.ts";
import { applicantStatusLabel } from "../features/applications/labels.ts";
import { publicationLabel } from "../features/catalog/labels.ts";
import { profileStatusLabel } from "../features/common/account-labels.ts";
import { campaignStatusLabel } from "../features/common/campaign-labels.ts";
import { feedbackStatusLabel } from "../features/common/report-labels.ts";
import { flagStatusLabel } from "../features/flags/labels.ts";
import { payoutStatusLabel } from "../features/rewards/labels.ts";
import { columnLabel } from "../features/sync/labels.ts";
import { columnWords } from "./rejected-columns.ts";
import { type LabeledValue, preferenceValues } from "./rejected-preferences.ts";

type Labels = { readonly [value: string]: MessageDescriptor };
type Columns = Readonly<Record<string, unknown>>;
const statusLabels: { readonly [N in CollectionName]?: Labels } = {
  applications: applicantStatusLabel,
  apps: publicationLabel,
  releases: publicationLabel,
  campaigns: campaignStatusLabel,
  feedback: feedbackStatusLabel,
  flags: flagStatusLabel,
  payouts: payoutStatusLabel,
  profiles: profileStatusLabel,
};
const labels: Labels = {
  status: msg`Status`,
  ...Object.fromEntries(Object.entries(columnWords).map(([column, { label }]) => [column, label])),
  ...columnLabel,
};

/** Formats a value; null if there is nothing to show. */
function valueLabel(
  collection: CollectionName,
  column: string,
  row: Columns,
  locale: string,
): LabeledValue["value"] | null {
  const value = row[column];
  if (column === "status") return statusLabels[collection]?.[String(value)] ?? String(value);
  if (column === "reason" && value === "automatic") return msg`Automatic: not answered in time`;
  if (column in columnWords) return columnWords[column]?.words(value, row, locale) || null;
  // Requirements of an app are a list.
  const text = Array.isArray(value) ? value.join(", ") : value;
  return typeof text === "string" && text !== "" ? text : null;
}

function labeledValues(
  collection: CollectionName,
  columns: readonly string[],
  row: Columns,
  locale: string,
): LabeledValue[] {
  return Object.entries(labels).flatMap(([column, label]) => {
    const value = columns.includes(column) ? valueLabel(collection, column, row, locale) : null;
    return value === null ? [] : [{ label, value }];
  });
}

const isGiven = (value: unknown) =>
  typeof value === "object" && value !== null
    ? Object.values(value).some(isGiven)
    : value !== "" && value !== 0 && value !== null && value !== undefined;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The changed columns. A review shows its decision, not the tester's report.
 * @param row the current local row, or null
 */
export function rejectedValues(
  { collection, doc, base }: RejectedChange,
  row: Columns | null,
  locale: string,
): LabeledValue[] {
  const before = base ?? row;
  if (!before) return [];
  const changed = [...collections[collection].update, "status"].filter(
    (column) => !isSame(doc[column], before[column]) && !(row && isSame(doc[column], row[column])),
  );
  const emptied = changed.filter(
    (column) => isGiven(before[column]) && !isGiven(doc[column]) && !(column in preferenceValues),
  );
  return [
    ...labeledValues(collection, changed, doc, locale),
    ...emptied.flatMap((column) => {
      const label = labels[column];
      return label ? [{ label, value: msg({ message: "Empty", context: "rejected change" }) }] : [];
    }),
    ...changed.flatMap((column) => preferenceValues[column]?.(doc[column], before[column]) ?? []),
  ];
}

/** Both versions of a decision, else null. `kept` is null if the row is not on this device. */
export function rejectedDecision(
  { collection, doc, base, kind, field }: RejectedChange,
  row: Columns | null,
  locale: string,
): { mine: LabeledValue[]; kept: LabeledValue[] | null } | null {
  const before = base ?? row;
  const [state] =
    kind === "recovered"
      ? stateColumns(collection).filter((column) => column === field)
      : decidedStates(collection, doc, before ?? doc);
  const columns = state === undefined ? [] : decisionColumns(collection, state);
  if (state === undefined || !columns.includes(state)) return null;
  return {
    mine: labeledValues(collection, columns, doc, locale),
    kept: row && labeledValues(collection, columns, row, locale),
  };
}
