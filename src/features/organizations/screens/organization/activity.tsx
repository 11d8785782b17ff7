import { Trans, useLingui } from "@lingui/react/macro";
import { History } from "lucide-react";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { usePerson } from "#state/session.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { listOrganizationActivity, type OrganizationActivity } from "#sync/schema/organization-functions.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { RowList } from "#ui/virtual-list.tsx";
import { activityText } from "../../labels.ts";
import type { TabProps } from "./tab-props.ts";

export function ActivityTab({ organization }: TabProps) {
  const { t } = useLingui();
  const list = useRemoteList(listOrganizationActivity, { org_id: organization.id, limit: 50 });
  return (
    <RemoteRows
      list={list}
      failed={<Trans>The activity could not be loaded</Trans>}
      empty={
        <EmptyState icon={History} title={<Trans>Nothing has happened yet</Trans>}>
          <Trans>What members do appears here: who joins or leaves, and who decides what.</Trans>
        </EmptyState>
      }
    >
      <RowList items={list.rows} label={t`Activity`} estimate={48} render={(entry) => <Line entry={entry} />} />
    </RemoteRows>
  );
}

function Line({ entry }: { entry: OrganizationActivity }) {
  const { t } = useLingui();
  const person = usePerson();
  const actor = entry.actor_id === person.id ? person.name : entry.actor_name || t`The server`;
  return (
    <p className="flex flex-col gap-x-4 rounded-lg border border-line bg-raised px-4 py-3 text-sm md:flex-row md:items-baseline md:justify-between">
      <span className="min-w-0 break-words">
        <span className="font-semibold">{actor}</span> {t(activityText(entry, t))}
      </span>
      <span className="shrink-0 text-muted">
        <DateText value={entry.at} />
      </span>
    </p>
  );
}
