import { useLingui } from "@lingui/react/macro";
import { InvitationMenu } from "#features/organizations/widgets/invitation-menu.tsx";
import {
  resendTesterInvitation,
  revokeTesterInvitation,
  type TesterInvitation,
} from "#sync/schema/campaign-functions.ts";
import { actionsColumn, type Column, column, DataTable } from "#ui/data-table.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { invitationStateLabel, invitationStateTone } from "../../invitation-labels.ts";

interface InvitationTableProps {
  invitations: readonly TesterInvitation[];
  onChanged: () => void;
}

export function InvitationTable({ invitations, onChanged }: InvitationTableProps) {
  const { t } = useLingui();
  const columns: Column<TesterInvitation>[] = [
    column("who", t`Tester`, { primary: true }, ({ email, name }) =>
      email === "" ? name : <EmailText value={email} />,
    ),
    column("state", t`Status`, ({ state }) => (
      <StatusBadge status={state} labels={invitationStateLabel} tones={invitationStateTone} />
    )),
    column("sent", t`Sent`, ({ sent_at }) => <DateText value={sent_at} />),
    column("expires", t`Expires`, ({ state, expires_at }) =>
      state === "sent" ? <DateText value={expires_at} /> : "–",
    ),
    column("by", t`Invited by`, ({ invited_by }) => invited_by || "–"),
    actionsColumn(t`Actions`, ({ id, email, name, state }) =>
      state === "sent" || state === "expired" ? (
        <InvitationMenu
          email={email || name}
          resend={(transport) => transport.rpc(resendTesterInvitation, { invitation: id })}
          revoke={(transport) => transport.rpc(revokeTesterInvitation, { invitation: id })}
          onChanged={onChanged}
        />
      ) : (
        "–"
      ),
    ),
  ];
  return <DataTable caption={t`Invitations`} columns={columns} rows={invitations} keyOf={({ id }) => id} />;
}
