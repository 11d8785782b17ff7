// The activity log with changed values. Searched on the server page by page; cached while offline.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { History } from "lucide-react";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { matches } from "#lib/text-match.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import type { ActivityEntry } from "#sync/schema/activity.ts";
import { adminActivity } from "#sync/schema/admin-functions.ts";
import { DateRange } from "#ui/date-range.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FilterSelect } from "#ui/filter-select.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { useUrlText } from "#ui/use-url-text.ts";
import { RowList } from "#ui/virtual-list.tsx";
import { groupActivity } from "../../activity-groups.ts";
import { actionText, changesOf, knownActions, targetOf } from "../../activity-labels.ts";
import { GroupLine } from "../../widgets/group-line.tsx";

const route = getRouteApi("/_signed-in/admin/activity");

/** The start of a day in this device's time zone. @param after days later */
const startOf = (day: string | undefined, after = 0): string => {
  if (day === undefined) return "";
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + after).toISOString();
};

export function ActivityLog() {
  const { t } = useLingui();
  const [{ q = "", action, from, to }, change] = useSearchChange(route);
  const [text, setText] = useUrlText(q, (next) => change({ q: next || undefined }));
  const since = startOf(from);
  const until = startOf(to, 1);
  const inRange = (at: string) => at >= since && (until === "" || at < until);
  // The server does not know the translated names of actions.
  const named = q.trim() === "" ? [] : knownActions.filter((each) => matches(q, t(actionText(each))));
  const words = (a: ActivityEntry) => [
    ...[a.actor_name, t(actionText(a.action)), targetOf(a)],
    ...changesOf(a).flatMap((c) => [c.what, c.before, c.after]),
  ];
  const fits = (a: ActivityEntry) =>
    (!action || a.action === action) && inRange(a.created_at) && matches(q, ...words(a));
  const request = { search: q.trim(), named, action: action ?? "", since, until, limit: 50 };
  const list = useRemoteList(adminActivity, request, { fits });
  return (
    <Page title={t`Activity log`} description={<Trans>Who did what, with the values before and after.</Trans>}>
      <div className="grid gap-3 md:grid-cols-[minmax(0,24rem)_18rem] xl:grid-cols-[minmax(0,20rem)_16rem_auto]">
        <SearchInput value={text} onChange={setText} label={t`Search the log`} />
        <FilterSelect
          label={t`Action`}
          all={t`All actions`}
          value={action}
          options={knownActions.map((value) => ({ value, label: t(actionText(value)) }))}
          onChange={(action) => change({ action })}
        />
        <div className="md:max-xl:col-span-2">
          <DateRange from={from} to={to} onChange={change} />
        </div>
      </div>
      <RemoteRows
        list={list}
        failed={<Trans>The log could not be loaded</Trans>}
        empty={
          q !== "" || action || from || to ? (
            <NoMatch
              title={<Trans>No log entries match</Trans>}
              onClear={() => change({ q: undefined, action: undefined, from: undefined, to: undefined })}
            />
          ) : (
            <EmptyState icon={History} title={<Trans>The log is empty</Trans>} />
          )
        }
      >
        <RowList
          items={groupActivity(list.rows)}
          label={t`Activity`}
          estimate={72}
          render={(group) => <GroupLine group={group} />}
        />
      </RemoteRows>
    </Page>
  );
}
