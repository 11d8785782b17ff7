// User Management: searched on the server page by page, for 100,000 users; cached while offline.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { UserPlus, UserRoundSearch } from "lucide-react";
import { useState } from "react";
import { profileStatusLabel, roleLabel } from "#features/common/account-labels.ts";
import { ExportCsv } from "#features/sync/widgets/export-csv.tsx";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { labelOptions } from "#i18n/label-options.ts";
import { matches } from "#lib/text-match.ts";
import { useStatus } from "#state/status.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { type AdminUser, adminUsers } from "#sync/schema/admin-functions.ts";
import { MOST_COUNTED } from "#sync/schema/functions.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Count } from "#ui/formatted-values.tsx";
import { Page } from "#ui/page-header.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { TableFilters } from "#ui/table-filters.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { AddUser } from "./add-user.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { CleanTestData } from "./clean-test-data.tsx";
import { UserTable } from "./user-table.tsx";

const route = getRouteApi("/_signed-in/admin/users/");
const roles = ["tester", "developer", "admin"] as const;
const statuses = ["active", "inactive", "suspended"] as const;
const nobody: ReadonlySet<string> = new Set();

const exported = ({ id, name, email, role, status, ...user }: AdminUser) => ({
  ...{ id, name, email, role, status, joined_at: user.joined_at, last_active_at: user.last_active_at ?? "" },
  ...{ tests_completed: user.tests_completed ?? "", campaigns_created: user.campaigns_created ?? "" },
  two_step_verification: user.second_factor,
});

export function UserManagement() {
  const { t } = useLingui();
  const [search, change] = useSearchChange(route);
  const { q = "", role, status, sort = "name", direction = "asc" } = search;
  const online = useStatus("online");
  const [adding, setAdding] = useState(false);
  const filter = { search: q.trim(), role: role ?? "", status: status ?? "", sort, direction };
  const fits = (u: AdminUser) =>
    matches(q, u.name, u.email) && (!role || u.role === role) && (!status || u.status === status);
  const list = useRemoteList(adminUsers, { ...filter, limit: 100 }, { fits });
  // Reset the selection on a new search, so that hidden users are not changed.
  const of = JSON.stringify([filter.search, filter.role, filter.status]);
  const [choice, setChoice] = useState<{ of: string; ids: ReadonlySet<string> }>();
  const chosen = choice?.of === of ? choice.ids : nobody;
  const onChoose = (ids: readonly string[]) => setChoice({ of, ids: new Set(ids) });

  return (
    <Page
      title={t`User Management`}
      description={
        list.state === "loading" ? (
          <SkeletonLine className="w-16" />
        ) : (
          list.state === "ready" &&
          list.data.total !== null &&
          (list.data.total > MOST_COUNTED ? (
            <Trans>
              <Count value={MOST_COUNTED} />+ users
            </Trans>
          ) : (
            <Plural value={list.data.total} one="# user" other="# users" />
          ))
        )
      }
      actions={
        <>
          <ExportCsv fn={adminUsers} request={filter} name="users" exported={exported} />
          <CleanTestData onCleaned={list.reload} />
          <Button variant="primary" icon={UserPlus} disabled={!online} opensDialog onClick={() => setAdding(true)}>
            <Trans>Add User</Trans>
          </Button>
        </>
      }
    >
      <TableFilters
        label={t`Search by name or email`}
        search={search}
        onChange={change}
        filters={{
          role: { label: t`Role`, all: t`All roles`, options: labelOptions(t, roles, roleLabel) },
          status: { label: t`Status`, all: t`All statuses`, options: labelOptions(t, statuses, profileStatusLabel) },
        }}
      />
      <RemoteRows
        list={list}
        failed={<Trans>Failed to load users</Trans>}
        empty={
          <EmptyState
            icon={UserRoundSearch}
            title={<Trans>No users found matching your filters</Trans>}
            action={
              <Button onClick={() => change({ q: undefined, role: undefined, status: undefined })}>
                <Trans>Clear filters</Trans>
              </Button>
            }
          />
        }
      >
        <BulkBar
          {...{ users: list.rows, chosen, onChoose, request: filter, onChanged: list.reload }}
          more={list.more !== null}
        />
        <UserTable
          {...{ users: list.rows, chosen, onChoose }}
          sort={{ key: sort, direction }}
          onSort={({ key, direction: to }) =>
            change({
              sort: key === "name" ? undefined : (key as typeof search.sort),
              direction: to === "desc" ? "desc" : undefined,
            })
          }
          onChanged={list.reload}
        />
      </RemoteRows>
      {adding && <AddUser onClose={() => setAdding(false)} onAdded={list.reload} />}
    </Page>
  );
}
