import { Trans, useLingui } from "@lingui/react/macro";
import { MailPlus, UserPlus } from "lucide-react";
import { useCallback, useState } from "react";
import { acceptsTesters, useToday } from "#features/common/campaign-rules.ts";
import { useCampaignSearch } from "#features/common/use-campaign-search.ts";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { labelOptions } from "#i18n/label-options.ts";
import { matches } from "#lib/text-match.ts";
import { useStatus } from "#state/status.ts";
import { useRemote, useRemoteList } from "#state/use-online-query.ts";
import {
  listCampaignLinks,
  listTesterInvitations,
  type TesterInvitation,
  testerInvitationState,
} from "#sync/schema/campaign-functions.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { readWaves } from "#sync/schema/wave-functions.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { TableFilters } from "#ui/table-filters.tsx";
import { invitationStateLabel } from "../../invitation-labels.ts";
import { CampaignLinks } from "../../widgets/campaign-links.tsx";
import { InvitationTable } from "./invitation-table.tsx";
import { InviteTesters } from "./invite-testers.tsx";
import { WavesCard } from "./waves-card.tsx";

export function Invitations({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const today = useToday();
  const online = useStatus("online");
  const [search, change] = useCampaignSearch();
  const { q = "", invited } = search;
  const [inviting, setInviting] = useState(false);
  const about = ["campaigns", campaign.id] as const;
  const of = { campaign_id: campaign.id, limit: 100 };
  const list = useRemoteList(listTesterInvitations, { ...of, search: q.trim(), state: invited ?? "" }, { about });
  const links = useRemoteList(listCampaignLinks, of, { about });
  const waves = useRemote(readWaves, { campaign_id: campaign.id }, about);
  const { reload: reloadList } = list;
  const { reload: reloadWaves } = waves;
  const reload = useCallback(() => {
    reloadList();
    reloadWaves();
  }, [reloadList, reloadWaves]);
  const fits = (one: TesterInvitation) => matches(q, one.name, one.email) && (!invited || one.state === invited);
  // Cached rows from another search must match this one too.
  const shown = list.state === "ready" && list.old ? list.rows.filter(fits) : list.rows;
  const filtered = q !== "" || invited !== undefined;
  const states = labelOptions(t, testerInvitationState.options, invitationStateLabel);
  const none = list.state === "ready" && list.rows.length === 0 && !filtered;
  // Until then, the list or the empty state may follow: render neither's controls.
  const known = list.state !== "loading" || filtered;
  const invite = acceptsTesters(campaign, today) && (
    <Button variant="primary" icon={UserPlus} opensDialog onClick={() => setInviting(true)}>
      <Trans>Invite testers</Trans>
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      {invite && known && !none && <div className="flex md:justify-end">{invite}</div>}
      <WavesCard waves={waves} onChanged={reload} />
      <CampaignLinks links={links} />
      {known && !none && (
        <TableFilters
          label={t`Search by name or email`}
          search={search}
          onChange={change}
          filters={{ invited: { label: t`Status`, all: t`All statuses`, options: states } }}
        />
      )}
      <OnlineQueryStates remote={list} failed={<Trans>The invitations could not be loaded</Trans>} />
      {none && (
        <EmptyState icon={MailPlus} title={<Trans>No invitations by email yet</Trans>} action={invite}>
          <Trans>Invite testers by email, from a list, or with a link that you share yourself.</Trans>
        </EmptyState>
      )}
      {list.state === "ready" && shown.length === 0 && !none && (
        <NoMatch
          title={<Trans>No invitations found</Trans>}
          onClear={() => change({ q: undefined, invited: undefined })}
          clear="both"
        />
      )}
      {list.state === "ready" && shown.length > 0 && <InvitationTable invitations={shown} onChanged={list.reload} />}
      <LoadMore onMore={list.more} />
      {inviting && (
        <InviteTesters
          campaign={campaign}
          waves={waves.state === "ready" ? waves.data : null}
          online={online}
          onClose={() => setInviting(false)}
          onInvited={reload}
          onLinkMade={links.reload}
        />
      )}
    </div>
  );
}
