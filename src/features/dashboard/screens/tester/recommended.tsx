import { Trans, useLingui } from "@lingui/react/macro";
import { Compass, Sparkles } from "lucide-react";
import type { OfferedCampaign } from "../../../../../sync/queries/open-campaigns.ts";
import type { Profile } from "../../../../../sync/schema/profiles.ts";
import { useCampaignsAhead } from "../../../../state/catalog-rows.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { categoryLabel } from "../../../campaigns/labels.ts";
import { type Because, type History, recommend } from "../../../campaigns/offers.ts";
import { CampaignCard } from "../../../campaigns/widgets/campaign-card.tsx";
import { NothingOpen } from "../../../campaigns/widgets/empty-campaigns.tsx";

const SHOWN = 6;
/** So many can be opened and applied to without a network. */
const AHEAD = 60;

interface RecommendedProps {
  offers: readonly OfferedCampaign[];
  profile: Profile | null;
  history: History;
}

/**
 * Up to six open campaigns, those that fit the person's devices, expertise and earlier tests first.
 */
export function Recommended({ offers, profile, history }: RecommendedProps) {
  const { t } = useLingui();
  const ranked = recommend(offers, profile, history, (category) => t(categoryLabel[category]), AHEAD);
  const list = ranked.slice(0, SHOWN);
  useCampaignsAhead(ranked.map(({ campaign }) => campaign.id));
  if (offers.length === 0) return <NothingOpen icon={Compass} />;
  if (list.length === 0) {
    return (
      <EmptyState icon={Compass} title={<Trans>Nothing new right now</Trans>}>
        <Trans>You have applied to every open test. New tests appear here as they are published.</Trans>
      </EmptyState>
    );
  }
  const withReasons = list.some(({ because }) => because.length > 0);
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {list.map(({ campaign, because }) => (
        <li
          key={campaign.id}
          className={cx(
            "grid min-w-0 grid-cols-1 gap-1.5 max-md:nth-[n+4]:hidden",
            withReasons && "md:grid-rows-[auto_1fr]",
          )}
        >
          {withReasons && <Reasons because={because} />}
          <CampaignCard
            campaign={campaign}
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

function Reasons({ because }: { because: readonly Because[] }) {
  return (
    <p
      className={cx("flex items-center gap-1.5 text-muted text-xs md:min-h-5", because.length === 0 && "max-md:hidden")}
    >
      {because.length > 0 && <Sparkles aria-hidden className="size-3.5 shrink-0" />}
      <span className="min-w-0 truncate">
        {because.map((reason, index) => (
          <span key={reason.kind}>
            {index > 0 && " · "}
            <Reason reason={reason} />
          </span>
        ))}
      </span>
    </p>
  );
}

function Reason({ reason }: { reason: Because }) {
  const { t } = useLingui();
  if (reason.kind === "history") {
    const category = t(categoryLabel[reason.category]);
    return <Trans>You have tested in {category}</Trans>;
  }
  const { name } = reason;
  return reason.kind === "device" ? <Trans>Fits your {name}</Trans> : <Trans>Fits your expertise in {name}</Trans>;
}
