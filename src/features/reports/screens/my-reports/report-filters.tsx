// Search, filters and sort order of the tester's reports, kept in the URL.
import { useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { feedbackTypeLabel, reportsStatusLabel } from "#features/common/report-labels.ts";
import { compareNames } from "#i18n/compare-names.ts";
import { labelOptions } from "#i18n/label-options.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { feedbackType } from "#sync/schema/feedback.ts";
import { FilterPills } from "#ui/filter-pills.tsx";
import { FilterSelects, SortSelect } from "#ui/filter-select.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useUrlText } from "#ui/use-url-text.ts";
import { type ReportSort, type Standing, standings } from "../../search.ts";
import { standingOf } from "../../widgets/report-status.tsx";

const route = getRouteApi("/_signed-in/tester/feedback");

export const reportOrders: { readonly [S in ReportSort]: (a: OwnReport, b: OwnReport) => number } = {
  newest: (a, b) => b.captured_at.localeCompare(a.captured_at),
  oldest: (a, b) => a.captured_at.localeCompare(b.captured_at),
  campaign: (a, b) => compareNames(a.campaign_title, b.campaign_title),
  // Reports without a date come last.
  due: (a, b) => (a.due_at ?? "9").localeCompare(b.due_at ?? "9"),
};

export function FeedbackFilters({ reports }: { reports: readonly OwnReport[] }) {
  const { t } = useLingui();
  const search = route.useSearch();
  const { q = "", status, sort = "newest" } = search;
  const navigate = route.useNavigate();
  const change = (next: ReturnType<typeof route.useSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const [text, setText] = useUrlText(q, (next) => change({ q: next || undefined }));
  const label = (standing: Standing) =>
    standing === "waiting"
      ? t`Waiting to be sent`
      : standing === "rejected"
        ? t({ message: "Not accepted", context: "reports" })
        : t(reportsStatusLabel[standing]);
  const counts = new Map<Standing, number>();
  for (const r of reports) counts.set(standingOf(r), (counts.get(standingOf(r)) ?? 0) + 1);
  const types = labelOptions(t, feedbackType.options, feedbackTypeLabel);
  const sorts: readonly { value: ReportSort; label: string }[] = [
    { value: "newest", label: t`Newest first` },
    { value: "oldest", label: t`Oldest first` },
    { value: "due", label: t`Answer due soonest` },
    { value: "campaign", label: t`By test` },
  ];
  const pills = [
    { value: undefined, label: t`All reports`, count: reports.length },
    ...standings
      .filter((standing) => counts.has(standing) || standing === status)
      .map((standing) => ({ value: standing, label: label(standing), count: counts.get(standing) ?? 0 })),
  ];
  return (
    <>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-[1fr_13rem_13rem]">
        <SearchInput label={t`Search my feedback`} value={text} onChange={setText} className="max-md:col-span-2" />
        <FilterSelects
          search={search}
          onChange={change}
          filters={{ type: { label: t`Type`, all: t`All types`, options: types } }}
        />
        <SortSelect label={t`Sort by`} value={sort} options={sorts} onChange={(sort) => change({ sort })} />
      </div>
      <FilterPills label={t`Status`} value={status} onChange={(status) => change({ status })} pills={pills} />
    </>
  );
}
