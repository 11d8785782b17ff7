import { Trans, useLingui } from "@lingui/react/macro";
import { Key, KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAskedAction } from "#features/common/use-server-call.ts";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { useStatus } from "#state/status.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { type ApiToken, listApiTokens, revokeApiToken } from "#sync/schema/api-token-functions.ts";
import { allows } from "#sync/schema/organizations.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { actionsColumn, type Columns, column, DataTable } from "#ui/data-table.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { tokenFailure } from "../../labels.ts";
import { ExpiryText } from "../../widgets/expiry-text.tsx";
import { RoleNotice } from "../../widgets/role-notice.tsx";
import { CiExample } from "./ci-example.tsx";
import { NewTokenDialog } from "./new-token-dialog.tsx";
import type { TabProps } from "./tab-props.ts";

export function ApiTokensTab({ organization }: TabProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [making, setMaking] = useState(false);
  const list = useRemoteList(listApiTokens, { org_id: organization.id, limit: 100 });
  const mayMake = allows(organization.role, "manage");
  const mayRevoke = ({ own }: ApiToken) => allows(organization.role, own ? "manage" : "administer");
  const columns: Columns<ApiToken> = [
    column("name", t`Name`, { primary: true }, ({ name, last_four }) => (
      <span className="flex min-w-0 flex-col">
        <span className="break-words">{name}</span>
        <code className="font-mono text-muted text-xs">bft_…{last_four}</code>
      </span>
    )),
    column("by", t`Created by`, ({ created_by }) => created_by || "–"),
    column("expires", t`Expires`, ({ expires_at }) => <ExpiryText value={expires_at} />),
    column("used", t`Last used`, ({ last_used_at }) =>
      last_used_at === null ? <Trans context="token">Never</Trans> : <DateText value={last_used_at} />,
    ),
    list.rows.some(mayRevoke) &&
      actionsColumn(t`Actions`, (token) =>
        mayRevoke(token) ? <RevokeToken token={token} online={online} onChanged={list.reload} /> : "–",
      ),
  ];
  const make = mayMake ? (
    <Button variant="primary" icon={KeyRound} disabled={!online} opensDialog onClick={() => setMaking(true)}>
      <Trans>Create token</Trans>
    </Button>
  ) : null;
  const empty = list.state === "ready" && list.rows.length === 0;
  return (
    <>
      <RoleNotice needs="manage" orgId={organization.id} />
      {!empty && make && <div className="flex md:justify-end">{make}</div>}
      <RemoteRows
        list={list}
        failed={<Trans>The tokens could not be loaded</Trans>}
        empty={
          <EmptyState icon={Key} title={<Trans>No API tokens</Trans>} action={make}>
            <Trans>With a token, your CI uploads and publishes builds. It can do nothing else.</Trans>
          </EmptyState>
        }
      >
        <DataTable caption={t`API tokens`} columns={columns} rows={list.rows} keyOf={({ id }) => id} />
      </RemoteRows>
      {/* Rendered after the list has loaded, to avoid layout shifts. */}
      {list.state !== "loading" && <CiExample />}
      {making && <NewTokenDialog orgId={organization.id} onClose={() => setMaking(false)} onMade={list.reload} />}
    </>
  );
}

interface RevokeTokenProps {
  token: ApiToken;
  online: boolean;
  onChanged: () => void;
}

function RevokeToken({ token: { id, name }, online, onChanged }: RevokeTokenProps) {
  const { t } = useLingui();
  const { ask, question } = useAskedAction(onChanged, tokenFailure);
  return (
    <>
      <IconButton icon={Trash2} label={t`Revoke ${name}`} disabled={!online} opensDialog onClick={ask} />
      <ConfirmDialog
        {...question((transport) => transport.rpc(revokeApiToken, { token: id }), t`${name} has been revoked`)}
        title={<Trans>Revoke {name}?</Trans>}
        confirmLabel={<Trans>Revoke token</Trans>}
      >
        <Trans>Programs that use it will fail from now on. The builds they uploaded stay.</Trans>
      </ConfirmDialog>
    </>
  );
}
