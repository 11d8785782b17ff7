// Available Tests: everything open, searched and filtered through the URL, so that a filtered list
// can be shared. The server searches; what is on this device stands in until it answers, and where
// it cannot be reached.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { type OfferedCampaign, type Offers, offeredCampaigns } from "../../../../../sync/queries/open-campaigns.ts";
import { accountById, profileById } from "../../../../../sync/queries/profile.ts";
import { MOST_COUNTED } from "../../../../../sync/schema/functions.ts";
import { platformsOf } from "../../../../../sync/schema/profiles.ts";
import type { SavedSearch } from "../../../../../sync/schema/searches.ts";
import { formatNumber } from "../../../../i18n/format.ts";
import { useCatalogSearch } from "../../../../state/catalog.ts";
import { useCampaignsAhead } from "../../../../state/catalog-rows.ts";
import { useQuery } from "../../../../state/query.ts";
import { usePerson } from "../../../../state/session.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { NoMatch } from "../../../../ui/no-match.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { VirtualList } from "../../../../ui/virtual-list.tsx";
import { ApplicationStatus } from "../../../applications/widgets/application-status.tsx";
import { FoundCards } from "../../../catalog/widgets/found-cards.tsx";
import { PendingBadge } from "../../../sync/widgets/pending-badge.tsx";
import { categoryLabel } from "../../labels.ts";
import { filterOffers, type History, reasonsFor, requestOf, withAnswer } from "../../offers.ts";
import { spotsRemaining, useToday } from "../../rules.ts";
import type { OfferFilters, OfferSearch } from "../../search.ts";
import { useSiteCurrency } from "../../use-site-currency.ts";
import { CampaignCard, campaignCell } from "../../widgets/campaign-card.tsx";
import { NothingOpen } from "../../widgets/empty-campaigns.tsx";
import { SavedSearches } from "./saved-searches.tsx";
import { TestFilters } from "./test-filters.tsx";

const route = getRouteApi("/_signed-in/tester/tests/");
/** So many can be opened and applied to without a network: the first page. */
const AHEAD = 24;
const NO_HISTORY: History = new Map();
const NONE_SAVED: SavedSearch[] = [];
const NONE: Offers = {
  offers: [],
  own: { applications: new Map(), blocked: new Set(), unlisted: [] },
  asOf: null,
};

export function AvailableTests() {
  const { t } = useLingui();
  const today = useToday();
  const { id } = usePerson();
  const read = useQuery(offeredCampaigns(id, today));
  const held = read.state === "ready" ? read.data : NONE;
  const profiles = useQuery(profileById(id));
  const profile = profiles.state === "ready" ? profiles.data : null;
  const platforms = useMemo(() => platformsOf(profile?.devices ?? []), [profile]);
  const account = useQuery(accountById(id));
  const saved = account.state === "ready" ? (account.data?.saved_searches ?? NONE_SAVED) : NONE_SAVED;
  const search = route.useSearch();
  const filters = useMemo(() => filtersOf(search, saved), [search, saved]);
  const unknown = search.saved !== undefined && account.state === "loading";
  // A row that is read later than the others would push its cards away.
  const opening = [read, profiles, account].some(({ state }) => state === "loading");
  const navigate = route.useNavigate();
  const change = (next: OfferFilters) =>
    void navigate({ search: (old) => ({ ...filtersOf(old, saved), ...next }), replace: true });
  // Typing stays quick while the list behind it is searched.
  const shownFilters = useDeferredValue(filters);
  const siteCurrency = useSiteCurrency();
  const currency = filters.currency ?? siteCurrency;
  const wanted = useMemo(
    () => ({ ...shownFilters, currency: shownFilters.currency ?? siteCurrency }),
    [shownFilters, siteCurrency],
  );
  const { answer, ...found } = useCatalogSearch("campaign", requestOf(wanted, platforms), !unknown);
  const here = useMemo(() => filterOffers(held.offers, wanted, today, platforms), [held, wanted, today, platforms]);
  const answered = useMemo(
    () => answer && withAnswer(answer, found.more === null, held.own, wanted, today, platforms),
    [answer, found.more, held, wanted, today, platforms],
  );
  useCampaignsAhead(useMemo(() => (answered ? answered.items.slice(0, AHEAD).map(idOf) : []), [answered]));
  const offered = [...(answered?.items ?? []), ...held.offers].map(({ campaign }) => campaign.currency);
  const card = (offer: OfferedCampaign) => (
    <CampaignCard
      campaign={offer.campaign}
      because={reasonsFor(offer.campaign, profile, NO_HISTORY, (category) => t(categoryLabel[category]))}
      action={<OfferAction offer={offer} />}
    />
  );
  const reset = () => void navigate({ search: {}, replace: true });

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
        onChange={change}
      />
      {!opening && (
        <SavedSearches
          all={saved}
          filters={{ ...filters, currency }}
          karma={profile?.karma ?? 0}
          onApply={(search) => void navigate({ search: { ...search, sort: filters.sort }, replace: true })}
        />
      )}
      {/* Not in the place that saved searches may take. */}
      <div className={opening ? "invisible" : undefined}>
        <FoundCards
          {...found}
          answer={answered}
          here={here}
          held={read.state === "loading" ? null : { count: held.offers.length, asOf: held.asOf }}
          filtered={Object.entries(shownFilters).some(([name, value]) => value !== undefined && name !== "sort")}
          skeleton={<SkeletonList rows={6} className="h-112" cards />}
          list={(items) => (
            <VirtualList
              items={items}
              keyOf={idOf}
              label={t`Available Tests`}
              estimate={470}
              minItemWidth={330}
              cell={campaignCell}
              render={card}
            />
          )}
          nothing={(any) => (any ? <NoneFound onReset={reset} /> : <NothingOpen icon={SearchX} />)}
          total={(count) => <TestCount total={count} />}
          searched={(count, at) =>
            at === null ? (
              <Plural value={count} one="Searching # test on this device" other="Searching # tests on this device" />
            ) : (
              <Plural
                value={count}
                one={`Searching # test on this device, as of ${at}`}
                other={`Searching # tests on this device, as of ${at}`}
              />
            )
          }
          refused={<Trans>Tests could not be searched</Trans>}
        />
      </div>
    </div>
  );
}

/**
 * The filters in the address, or those of the saved search that it names: what is new comes first,
 * since a notification leads there.
 */
function filtersOf({ saved: id, ...inUrl }: OfferSearch, saved: readonly SavedSearch[]): OfferFilters {
  const named = saved.find((one) => one.id === id);
  return named ? { ...named.search, sort: inUrl.sort ?? "newest" } : inUrl;
}

const idOf = ({ campaign }: OfferedCampaign) => campaign.id;

/** How many there are: the server counts to a thousand. */
function TestCount({ total }: { total: number }) {
  const { i18n } = useLingui();
  if (total <= MOST_COUNTED) return <Plural value={total} one="# test" other="# tests" />;
  const most = formatNumber(MOST_COUNTED, i18n.locale);
  return <Trans>{most}+ tests</Trans>;
}

const NoneFound = ({ onReset }: { onReset: () => void }) => (
  <NoMatch title={<Trans>No tests found</Trans>} clear="both" onClear={onReset}>
    <Trans>Try adjusting your search or filters</Trans>
  </NoMatch>
);

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
