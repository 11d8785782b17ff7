// The activity log: who did what, with the values before and after. From what this device holds, so
// it is searched without a network.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { History } from "lucide-react";
import { allActivity } from "../../../../../sync/queries/admin.ts";
import type { Activity } from "../../../../../sync/schema/activity.ts";
import { matches } from "../../../../lib/text-match.ts";
import { useList } from "../../../../state/list.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { FilterSelect } from "../../../../ui/filter-select.tsx";
import { NoMatch } from "../../../../ui/no-match.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { useUrlText } from "../../../../ui/use-url-text.ts";
import { RowList } from "../../../../ui/virtual-list.tsx";
import { ListStates } from "../../../sync/widgets/list-states.tsx";
import { actionText, changesOf, knownActions, targetOf } from "../../activity-labels.ts";
import { ActivityLine } from "../../widgets/activity-line.tsx";

const route = getRouteApi("/_signed-in/admin/activity");

export function ActivityLog() {
  const { t } = useLingui();
  const list = useList(allActivity());
  const { q = "", action } = route.useSearch();
  const navigate = useNavigate({ from: "/admin/activity" });
  const change = (next: { q?: string | undefined; action?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });
  const [text, setText] = useUrlText(q, (next) => change({ q: next || undefined }));
  const words = (a: Activity) => [
    ...[a.actor_name, t(actionText(a.action)), targetOf(a)],
    ...changesOf(a).flatMap((c) => [c.what, c.before, c.after]),
  ];
  const entries = list.state === "ready" ? list.data : [];
  const shown = entries.filter((a) => (!action || a.action === action) && matches(q, ...words(a)));
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t`Activity log`}
        description={<Trans>Who did what, with the values before and after.</Trans>}
      />
      <div className="grid gap-3 md:grid-cols-[minmax(0,24rem)_18rem]">
        <SearchInput value={text} onChange={setText} label={t`Search the log`} />
        <FilterSelect
          label={t`Action`}
          all={t`All actions`}
          value={action}
          options={knownActions.map((value) => ({ value, label: t(actionText(value)) }))}
          onChange={(action) => change({ action })}
        />
      </div>
      {list.state !== "ready" && <ListStates list={list} row="h-16" />}
      {list.state === "ready" && shown.length > 0 && (
        <RowList
          items={shown}
          label={t`Activity`}
          estimate={72}
          render={(a) => (
            <div className="rounded-lg border border-line bg-raised px-4 py-3">
              <ActivityLine entry={a} />
            </div>
          )}
        />
      )}
      {list.state === "ready" &&
        shown.length === 0 &&
        (entries.length > 0 ? (
          <NoMatch
            title={<Trans>No log entries match</Trans>}
            onClear={() => change({ q: undefined, action: undefined })}
          />
        ) : (
          <EmptyState icon={History} title={<Trans>The log is empty</Trans>} />
        ))}
    </div>
  );
}
