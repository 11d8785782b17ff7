// Testers accepted before: all, or one group. The server searches page by page; the URL holds the
// filters.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { FolderPlus, UserRoundCheck, UsersRound } from "lucide-react";
import { useState } from "react";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { useCan } from "#state/organization.ts";
import { useQuery } from "#state/query.ts";
import { useStatus } from "#state/status.ts";
import { appsOfOrganization } from "#sync/queries/apps.ts";
import { MOST_GROUPS } from "#sync/schema/past-tester-functions.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { SpinnerPage } from "#ui/spinner-page.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { isFiltered, noFilters, type TesterFilters } from "../../tester-filters.ts";
import { usePastTesters, useTesterGroups } from "../../use-past-testers.ts";
import { PastTesterFilters } from "../../widgets/past-tester-filters.tsx";
import { RoleNotice } from "../../widgets/role-notice.tsx";
import { FoundTesters } from "./found-testers.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { GroupHead } from "./group-head.tsx";
import type { TabProps } from "./tab-props.ts";

const route = getRouteApi("/_signed-in/developer/organization");

export function TestersTab({ organization }: TabProps) {
  const { t } = useLingui();
  const [{ q, karma, device, app, group }, change] = useSearchChange(route);
  const online = useStatus("online");
  const manages = useCan("manage", organization.id);
  const [making, setMaking] = useState(false);
  const filters: TesterFilters = { q, karma, device, app, group };
  const { list, shown, total } = usePastTesters(organization.id, filters);
  const { list: groupList, groups } = useTesterGroups(organization.id);
  const apps = useQuery(appsOfOrganization(organization.id));
  const reload = () => {
    list.reload();
    groupList.reload();
  };
  const chosen = groups.find(({ id }) => id === group);
  // The group in the URL was deleted.
  const gone = group !== undefined && groupList.state === "ready" && !chosen;
  const nobody = list.state === "ready" && shown.length === 0 && !isFiltered(filters);
  const newGroup = manages && groups.length < MOST_GROUPS && (
    <Button icon={FolderPlus} disabled={!online} opensDialog onClick={() => setMaking(true)}>
      <Trans>New group</Trans>
    </Button>
  );
  // Wait for groups and apps, which are above the list.
  if (groupList.state === "loading" || apps.state === "loading") return <SpinnerPage />;
  return (
    <>
      <RoleNotice needs="manage" />
      {(groups.length > 0 || group !== undefined) && (
        <div className="flex flex-col gap-3 md:flex-row md:items-start md:justify-between">
          <FilterPills
            label={t`Group`}
            value={group}
            onChange={(value) => change({ group: value })}
            pills={[
              { value: undefined, label: <Trans>All testers</Trans> },
              ...groups.map(({ id, name, members }) => ({ value: id, label: name, count: members })),
            ]}
          />
          <div className="shrink-0">{newGroup}</div>
        </div>
      )}
      {chosen && (
        <GroupHead
          key={chosen.id}
          orgId={organization.id}
          group={chosen}
          onChanged={reload}
          onDeleted={() => {
            change({ group: undefined });
            reload();
          }}
        />
      )}
      {!(nobody && (!group || gone)) && (
        <PastTesterFilters orgId={organization.id} filters={filters} onChange={change} />
      )}
      <RemoteRows
        list={list}
        failed={<Trans>The testers could not be loaded</Trans>}
        empty={
          !nobody ? (
            <NoMatch title={<Trans>No testers found</Trans>} onClear={() => change(noFilters)} clear="both" />
          ) : group && !gone ? (
            <EmptyState icon={UsersRound} title={<Trans>This group has no testers yet</Trans>}>
              <Trans>Choose testers under “All testers” and add them to the group.</Trans>
            </EmptyState>
          ) : (
            <EmptyState icon={UserRoundCheck} title={<Trans>No past testers yet</Trans>} action={newGroup}>
              <Trans>Everybody you accept to one of your campaigns appears here. You can invite them again.</Trans>
            </EmptyState>
          )
        }
      >
        <FoundTesters
          // Resets the selection when the filters change.
          key={JSON.stringify(filters)}
          orgId={organization.id}
          filters={filters}
          testers={shown}
          total={total}
          groups={groups}
          group={chosen}
          onChanged={reload}
        />
      </RemoteRows>
      {making && (
        <GroupDialog
          orgId={organization.id}
          onClose={() => setMaking(false)}
          onSaved={(id) => {
            groupList.reload();
            change({ ...noFilters, group: id });
          }}
        />
      )}
    </>
  );
}
