// Announcements to a campaign's testers. The list is part of the brief and works offline; sending
// needs a network.
import { Trans, useLingui } from "@lingui/react/macro";
import { Megaphone } from "lucide-react";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { useCan } from "#state/organization.ts";
import { useQuery } from "#state/query.ts";
import { briefById } from "#sync/queries/campaigns.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Section } from "#ui/card.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { Composer } from "./composer.tsx";
import { SentAnnouncement } from "./sent-announcement.tsx";

export function Announcements({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const manages = useCan("manage", campaign.org_id);
  const brief = useQuery(briefById(campaign.id));
  const sent = brief.state === "ready" ? (brief.data?.announcements ?? []) : [];
  const writes = manages && (campaign.status === "active" || campaign.status === "completed");
  return (
    <div className="flex flex-col gap-10">
      {writes && (
        <Section title={t`New announcement`}>
          <Composer campaign={campaign} />
        </Section>
      )}
      <Section title={t`Sent announcements`}>
        {brief.state === "error" && <ErrorState onRetry={() => window.location.reload()} />}
        {brief.state === "loading" && <SkeletonList rows={2} className="h-32" />}
        {brief.state === "ready" && sent.length === 0 && (
          <SyncedEmptyState of={["briefs"]} icon={Megaphone} title={<Trans>Nothing has been announced yet</Trans>}>
            <Trans>Accepted testers read announcements in the test, also those who join later.</Trans>
          </SyncedEmptyState>
        )}
        {sent.length > 0 && (
          <ul className="flex flex-col gap-3">
            {sent.map((one) => (
              <li key={one.id} data-row>
                <SentAnnouncement campaignId={campaign.id} announcement={one} removable={manages} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
