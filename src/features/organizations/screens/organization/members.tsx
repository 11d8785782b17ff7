// Up to 1,000 members, searched on the server page by page.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { LogOut, Plus, UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { PersonAvatar } from "#features/account/widgets/person-avatar.tsx";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { labelOptions } from "#i18n/label-options.ts";
import { matches } from "#lib/text-match.ts";
import { usePerson } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { listMembers, type Member } from "#sync/schema/organization-functions.ts";
import { organizationRole } from "#sync/schema/organizations.ts";
import { Badge, Chip } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { actionsColumn, type Columns, column, DataTable } from "#ui/data-table.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { TableFilters } from "#ui/table-filters.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { memberRoleLabel } from "../../labels.ts";
import { mayInvite } from "../../member-rules.ts";
import { NewOrganization } from "../../widgets/new-organization.tsx";
import { RoleNotice } from "../../widgets/role-notice.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { LeaveOrganization } from "./leave-organization.tsx";
import { MemberActions } from "./member-actions.tsx";
import type { TabProps } from "./tab-props.ts";

const route = getRouteApi("/_signed-in/developer/organization");

export function MembersTab({ organization, onChanged }: TabProps) {
  const { t } = useLingui();
  const [search, change] = useSearchChange(route);
  const { q = "", role } = search;
  const online = useStatus("online");
  const [open, setOpen] = useState<"invite" | "leave" | "new" | null>(null);
  const request = { org_id: organization.id, search: q.trim(), role: role ?? "", limit: 100 };
  const fits = (one: Member) => matches(q, one.name, one.email) && (!role || one.role === role);
  const list = useRemoteList(listMembers, request, { fits });
  // The server does not let the last owner leave or change role.
  const lastOwner = organization.role === "owner" && organization.owners === 1;
  const changed = () => {
    list.reload();
    onChanged();
  };

  if (organization.personal) {
    return (
      <>
        <EmptyState
          icon={Users}
          title={<Trans>A personal organization has no other members</Trans>}
          action={
            <Button icon={Plus} onClick={() => setOpen("new")}>
              <Trans>New organization</Trans>
            </Button>
          }
        >
          <Trans>To work with others, create an organization for your team and invite them.</Trans>
        </EmptyState>
        {open === "new" && <NewOrganization onClose={() => setOpen(null)} onMade={() => setOpen(null)} />}
      </>
    );
  }
  return (
    <>
      <RoleNotice needs="administer" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-muted">
          <Plural value={organization.members} one="# member" other="# members" />
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={LogOut}
            disabled={!online || lastOwner}
            aria-describedby={lastOwner ? "last-owner" : undefined}
            onClick={() => setOpen("leave")}
          >
            <Trans>Leave organization</Trans>
          </Button>
          {mayInvite(organization) && (
            <Button variant="primary" icon={UserPlus} disabled={!online} onClick={() => setOpen("invite")}>
              <Trans>Invite member</Trans>
            </Button>
          )}
        </div>
      </div>
      {lastOwner && (
        <p id="last-owner" className="-mt-3 text-muted text-sm">
          <Trans>You are the only owner. To leave, or to take another role, make somebody else an owner first.</Trans>
        </p>
      )}
      <TableFilters
        label={t`Search by name or email`}
        search={search}
        onChange={change}
        filters={{
          role: {
            label: t`Role`,
            all: t`All roles`,
            options: labelOptions(t, organizationRole.options, memberRoleLabel),
          },
        }}
      />
      <RemoteRows
        list={list}
        failed={<Trans>The members could not be loaded</Trans>}
        empty={
          <NoMatch
            title={<Trans>No members found</Trans>}
            onClear={() => change({ q: undefined, role: undefined })}
            clear="both"
          />
        }
      >
        <MemberTable members={list.rows} organization={organization} lastOwner={lastOwner} onChanged={changed} />
      </RemoteRows>
      {open === "invite" && (
        <InviteDialog organization={organization} onClose={() => setOpen(null)} onInvited={() => undefined} />
      )}
      {open === "leave" && <LeaveOrganization organization={organization} onClose={() => setOpen(null)} />}
    </>
  );
}

interface MemberTableProps extends TabProps {
  members: readonly Member[];
  lastOwner: boolean;
}

function MemberTable({ members, organization, lastOwner, onChanged }: MemberTableProps) {
  const { t } = useLingui();
  const person = usePerson();
  const columns: Columns<Member> = [
    column("name", t`Name`, { primary: true }, (member) => (
      <span className="flex items-center gap-3">
        <PersonAvatar name={member.name} path={member.avatar_path} size="sm" />
        <span className="min-w-0 break-words">{member.name}</span>
        {member.id === person.id && (
          <Badge tone="accent">
            <Trans>You</Trans>
          </Badge>
        )}
      </span>
    )),
    column("email", t`Email`, ({ email }) => <EmailText value={email} />),
    column("role", t`Role`, ({ role }) => <Chip>{t(memberRoleLabel[role])}</Chip>),
    column("joined", t`Joined`, ({ joined_at }) => <DateText value={joined_at} absolute />),
    mayInvite(organization) &&
      actionsColumn(t`Actions`, (member) =>
        lastOwner && member.id === person.id ? (
          "–"
        ) : (
          <MemberActions member={member} organization={organization} onChanged={onChanged} />
        ),
      ),
  ];
  return <DataTable caption={t`Members`} columns={columns} rows={members} keyOf={({ id }) => id} />;
}
