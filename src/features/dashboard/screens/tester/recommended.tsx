import { Trans, useLingui } from "@lingui/react/macro";
import { Compass } from "lucide-react";
import { useState } from "react";
import type { OfferedCampaign } from "../../../../../sync/queries/open-campaigns.ts";
import type { Profile } from "../../../../../sync/schema/profiles.ts";
import { useCampaignsAhead } from "../../../../state/catalog-rows.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { categoryLabel } from "../../../campaigns/labels.ts";
import { type History, type Recommendation, recommend } from "../../../campaigns/offers.ts";
import { CampaignCard, campaignCell } from "../../../campaigns/widgets/campaign-card.tsx";
import { NothingOpen } from "../../../campaigns/widgets/empty-campaigns.tsx";

const SHOWN = 6;
/** So many can be opened and applied to without a network. */
const AHEAD = 60;

interface RecommendedProps {
  offers: readonly OfferedCampaign[];
  profile: Profile | null;
  history: History;
}

/** What is shown stays where it is: what comes later follows it, however well it fits. */
function useInPlace(ranked: readonly Recommendation[]): Recommendation[] {
  const [shown, setShown] = useState<readonly string[]>([]);
  const byId = new Map(ranked.map((one) => [one.campaign.id, one]));
  const stay = shown.flatMap((id) => byId.get(id) ?? []);
  const list = [...new Set([...stay, ...ranked])].slice(0, SHOWN);
  const ids = list.map(({ campaign }) => campaign.id);
  if (ids.join() !== shown.join()) setShown(ids);
  return list;
}

/**
 * Up to six open campaigns, those that fit the person's devices, expertise and earlier tests first.
 */
export function Recommended({ offers, profile, history }: RecommendedProps) {
  const { t } = useLingui();
  const ranked = recommend(offers, profile, history, (category) => t(categoryLabel[category]), AHEAD);
  const list = useInPlace(ranked);
  useCampaignsAhead(ranked.map(({ campaign }) => campaign.id));
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
            action={
              <LinkButton
                to="/tester/tests/$campaignId"
                params={{ campaignId: campaign.id }}
                search={{ apply: true }}
                variant="primary"
              >
                <Trans>Apply Now</Trans>
              </LinkButton>
            }
          />
        </li>
      ))}
    </ul>
  );
}
