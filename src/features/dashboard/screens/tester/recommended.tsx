import { Trans, useLingui } from "@lingui/react/macro";
import { Compass } from "lucide-react";
import { useState } from "react";
import { type History, type Recommendation, recommend } from "#features/campaigns/offers.ts";
import { ApplyLink } from "#features/campaigns/widgets/apply-link.tsx";
import { CampaignCard, campaignCell } from "#features/campaigns/widgets/campaign-card.tsx";
import { categoryLabel } from "#features/common/campaign-labels.ts";
import { NothingOpen } from "#features/common/widgets/empty-campaigns.tsx";
import { usePrefetchCampaigns } from "#state/catalog-rows.ts";
import type { OfferedCampaign } from "#sync/queries/open-campaigns.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";

const SHOWN = 6;
const AHEAD = 60;

interface RecommendedProps {
  offers: readonly OfferedCampaign[];
  profile: Profile | null;
  history: History;
  /** Platforms whose campaigns come first. */
  platforms: ReadonlySet<string>;
}

/** Keeps shown cards in place: later results are appended, whatever their rank. */
function useInPlace(ranked: readonly Recommendation[]): Recommendation[] {
  const [shown, setShown] = useState<readonly string[]>([]);
  const byId = new Map(ranked.map((one) => [one.campaign.id, one]));
  const stay = shown.flatMap((id) => byId.get(id) ?? []);
  const list = [...new Set([...stay, ...ranked])].slice(0, SHOWN);
  const ids = list.map(({ campaign }) => campaign.id);
  if (ids.join() !== shown.join()) setShown(ids);
  return list;
}

/** Up to six open campaigns, the best match for devices, expertise and earlier tests first. */
export function Recommended({ offers, profile, history, platforms }: RecommendedProps) {
  const { t } = useLingui();
  const ranked = recommend(offers, profile, history, (category) => t(categoryLabel[category]), AHEAD, platforms);
  const list = useInPlace(ranked);
  usePrefetchCampaigns(ranked.map(({ campaign }) => campaign.id));
  if (offers.length === 0) return <NothingOpen icon={Compass} />;
  if (list.length === 0) {
    return (
      <EmptyState icon={Compass} title={<Trans>Nothing new right now</Trans>}>
        <Trans>You have applied to every open test. New tests appear here as they are published.</Trans>
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {list.map(({ campaign, because }) => (
        <li key={campaign.id} data-row className={cx(campaignCell, "max-md:nth-[n+4]:hidden")}>
          <CampaignCard
            campaign={campaign}
            because={because}
            headingLevel={3}
            spots="snapshot"
            action={<ApplyLink campaign={campaign} />}
          />
        </li>
      ))}
    </ul>
  );
}
