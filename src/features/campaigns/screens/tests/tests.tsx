// Available Tests: everything open, searched and filtered through the URL, so that a filtered list
// can be shared.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useDeferredValue } from "react";
import { type OfferedCampaign, offeredCampaigns } from "../../../../../sync/queries/open-campaigns.ts";
import { profileById } from "../../../../../sync/queries/profile.ts";
import { useListState } from "../../../../state/list.ts";
import { useQuery, useQueryOr } from "../../../../state/query.ts";
import { usePerson } from "../../../../state/session.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { NoMatch } from "../../../../ui/no-match.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { VirtualList } from "../../../../ui/virtual-list.tsx";
import { ApplicationStatus } from "../../../applications/widgets/application-status.tsx";
import { ListStates } from "../../../sync/widgets/list-states.tsx";
import { PendingBadge } from "../../../sync/widgets/pending-badge.tsx";
import { filterOffers, platformsOf } from "../../offers.ts";
import { spotsRemaining, useToday } from "../../rules.ts";
import { useSiteCurrency } from "../../use-site-currency.ts";
import { CampaignCard } from "../../widgets/campaign-card.tsx";
import { NothingOpen } from "../../widgets/empty-campaigns.tsx";
import { TestFilters } from "./test-filters.tsx";

const route = getRouteApi("/_signed-in/tester/tests/");

export function AvailableTests() {
  const { t } = useLingui();
  const today = useToday();
  const { id } = usePerson();
  const read = useQuery(offeredCampaigns(id, today));
  const offers = useListState(read.state === "ready" ? { state: "ready", data: read.data.offers } : read);
  const platforms = platformsOf(useQueryOr(profileById(id), null));
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  // Typing stays quick while five thousand campaigns are searched behind it.
  const shownFilters = useDeferredValue(filters);
  const siteCurrency = useSiteCurrency();
  const currency = filters.currency ?? siteCurrency;
  const offered = offers.state === "ready" ? offers.data.map(({ campaign }) => campaign.currency) : [];

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t`Available Tests`}
        description={<Trans>Open beta tests you can apply to. The list works offline.</Trans>}
      />
      <TestFilters
        filters={{ ...filters, currency }}
        currencies={[...new Set([currency, ...offered])].sort()}
        hasDevices={platforms.size > 0}
        onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
      />
      {offers.state !== "ready" ? (
        <ListStates list={offers} row="h-72" cards />
      ) : (
        <Found
          found={filterOffers(
            offers.data,
            { ...shownFilters, currency: shownFilters.currency ?? siteCurrency },
            today,
            platforms,
          )}
          more={read.state === "ready" && !read.data.complete}
          anyOpen={offers.data.length > 0}
          onReset={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </div>
  );
}

const idOf = ({ campaign }: OfferedCampaign) => campaign.id;
const card = (offer: OfferedCampaign) => (
  <CampaignCard campaign={offer.campaign} action={<OfferAction offer={offer} />} />
);

interface FoundProps {
  found: readonly OfferedCampaign[];
  /** There are campaigns that are not read yet. */
  more: boolean;
  anyOpen: boolean;
  onReset: () => void;
}

function Found({ found, more, anyOpen, onReset }: FoundProps) {
  const { t } = useLingui();
  if (!anyOpen) return <NothingOpen icon={SearchX} />;
  if (found.length === 0 && more) return <SkeletonList rows={6} className="h-72" cards />;
  if (found.length === 0) {
    return (
      <NoMatch title={<Trans>No tests found</Trans>} clear="both" onClear={onReset}>
        <Trans>Try adjusting your search or filters</Trans>
      </NoMatch>
    );
  }
  return (
    <section className="flex flex-col gap-3">
      <p role="status" className="text-muted text-sm">
        <Plural value={found.length} one="# test" other="# tests" />
        {more && (
          <>
            {" "}
            · <Trans>loading more</Trans>
          </>
        )}
      </p>
      <VirtualList
        items={found}
        keyOf={idOf}
        label={t`Available Tests`}
        estimate={380}
        minItemWidth={330}
        render={card}
      />
    </section>
  );
}

/** Apply Now; or where one's application stands. */
function OfferAction({ offer: { campaign, application } }: { offer: OfferedCampaign }) {
  const params = { campaignId: campaign.id };
  if (application?.status === "accepted") {
    return (
      <LinkButton to="/tester/tests/$campaignId" params={params}>
        <Trans>Continue Testing</Trans>
      </LinkButton>
    );
  }
  if (application) {
    return (
      <span className="flex items-center gap-2">
        <PendingBadge row={application} />
        <ApplicationStatus status={application.status} />
      </span>
    );
  }
  const full = spotsRemaining(campaign) === 0;
  return (
    <LinkButton
      to="/tester/tests/$campaignId"
      params={params}
      search={full ? {} : { apply: true }}
      variant={full ? "secondary" : "primary"}
    >
      {full ? <Trans>Details</Trans> : <Trans>Apply Now</Trans>}
    </LinkButton>
  );
}
