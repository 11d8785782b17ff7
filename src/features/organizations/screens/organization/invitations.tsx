import { Trans, useLingui } from "@lingui/react/macro";
import { MailPlus, UserPlus } from "lucide-react";
import { useState } from "react";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { useStatus } from "#state/status.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { type Invitation, listInvitations } from "#sync/schema/organization-functions.ts";
import { Chip } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { actionsColumn, type Column, column, DataTable } from "#ui/data-table.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { memberRoleLabel } from "../../labels.ts";
import { ExpiryText } from "../../widgets/expiry-text.tsx";
import { InvitationActions } from "./invitation-actions.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import type { TabProps } from "./tab-props.ts";

export function InvitationsTab({ organization }: TabProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [inviting, setInviting] = useState(false);
  const list = useRemoteList(listInvitations, { org_id: organization.id, limit: 100 });
  const columns: Column<Invitation>[] = [
    column("email", t`Email`, { primary: true }, ({ email }) => <EmailText value={email} />),
    column("role", t`Role`, ({ role }) => <Chip>{t(memberRoleLabel[role])}</Chip>),
    column("by", t`Invited by`, ({ invited_by }) => invited_by || "–"),
    column("sent", t`Invited`, ({ created_at }) => <DateText value={created_at} />),
    column("expires", t`Expires`, ({ expires_at }) => <ExpiryText value={expires_at} />),
    actionsColumn(t`Actions`, (invitation) => (
      <InvitationActions invitation={invitation} organization={organization} onChanged={list.reload} />
    )),
  ];
  const invite = (
    <Button variant="primary" icon={UserPlus} disabled={!online} opensDialog onClick={() => setInviting(true)}>
      <Trans>Invite member</Trans>
    </Button>
  );
  const empty = list.state === "ready" && list.rows.length === 0;
  return (
    <>
      {!empty && <div className="flex md:justify-end">{invite}</div>}
      <RemoteRows
        list={list}
        failed={<Trans>The invitations could not be loaded</Trans>}
        empty={
          <EmptyState icon={MailPlus} title={<Trans>No open invitations</Trans>} action={invite}>
            <Trans>Invite people by email. They can accept for 7 days, also if they have no account yet.</Trans>
          </EmptyState>
        }
      >
        <DataTable caption={t`Invitations`} columns={columns} rows={list.rows} keyOf={({ id }) => id} />
      </RemoteRows>
      {inviting && (
        <InviteDialog organization={organization} onClose={() => setInviting(false)} onInvited={list.reload} />
      )}
    </>
  );
}
