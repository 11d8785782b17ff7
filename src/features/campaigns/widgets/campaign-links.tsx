import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link2Off } from "lucide-react";
import { useStatus } from "#state/status.ts";
import type { RemoteList } from "#state/use-online-query.ts";
import type { RemotePage } from "#sync/schema/admin-functions.ts";
import { type CampaignLink, revokeCampaignLink } from "#sync/schema/campaign-functions.ts";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/button.tsx";
import { actionsColumn, type Columns, column, DataTable } from "#ui/data-table.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { useAskedAction } from "../../common/use-server-call.ts";
import { ExpiryText } from "../../organizations/widgets/expiry-text.tsx";

interface CampaignLinksProps {
  links: RemoteList<RemotePage<CampaignLink>>;
  of?: "join" | "summary";
}

/** Shows up to 20 links. Renders nothing without links or when loading fails. */
export function CampaignLinks({ links, of = "join" }: CampaignLinksProps) {
  const { t } = useLingui();
  if (links.rows.length === 0) return null;
  const columns: Columns<CampaignLink> = [
    column("created", t`Link`, { primary: true }, ({ created_at, created_by }) => (
      <span>
        <Trans>
          Created <DateText value={created_at} />
        </Trans>
        {created_by && <span className="text-muted"> · {created_by}</span>}
      </span>
    )),
    of === "join" && column("uses", t`Used`, (link) => <Uses link={link} />),
    column("expires", t`Expires`, ({ expires_at }) =>
      expires_at === null ? <Trans context="link">Never</Trans> : <ExpiryText value={expires_at} />,
    ),
    actionsColumn(t`Actions`, (link) => <RevokeLink link={link} of={of} onChanged={links.reload} />),
  ];
  return <DataTable caption={t`Links`} columns={columns} rows={links.rows} keyOf={({ id }) => id} />;
}

function Uses({ link: { uses, max_uses: most } }: { link: CampaignLink }) {
  if (most === null) return <Plural value={uses} one="# time" other="# times" />;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Trans>
        {uses} of {most}
      </Trans>
      {uses >= most && (
        <Badge>
          <Trans context="link">Full</Trans>
        </Badge>
      )}
    </span>
  );
}

interface RevokeLinkProps extends Required<Pick<CampaignLinksProps, "of">> {
  link: CampaignLink;
  onChanged: () => void;
}

function RevokeLink({ link, of, onChanged }: RevokeLinkProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const { ask, question } = useAskedAction(onChanged);
  return (
    <>
      <IconButton icon={Link2Off} label={t`Withdraw link`} disabled={!online} opensDialog onClick={ask} />
      <ConfirmDialog
        {...question(
          (transport) => transport.rpc(revokeCampaignLink, { link: link.id }),
          t`The link has been withdrawn`,
        )}
        title={<Trans>Withdraw this link?</Trans>}
        confirmLabel={<Trans>Withdraw link</Trans>}
      >
        {of === "join" ? (
          <Trans>The link stops working. Testers who have used it keep their access.</Trans>
        ) : (
          <Trans>It no longer opens the summary.</Trans>
        )}
      </ConfirmDialog>
    </>
  );
}
