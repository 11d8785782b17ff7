// Available Tests. Filters are in the URL, so a filtered list can be shared. The server searches;
// local rows are shown until it responds and offline.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { DevicesQuestion } from "#features/account/widgets/devices-question.tsx";
import { filterOffers, fittingFirst, reasonsFor, withAnswer } from "#features/campaigns/offers.ts";
import type { OfferFilters, OfferSearch } from "#features/campaigns/search.ts";
import { useOnlyReward } from "#features/campaigns/use-only-reward.ts";
import { useSiteCurrency } from "#features/campaigns/use-site-currency.ts";
import { ApplyLink } from "#features/campaigns/widgets/apply-link.tsx";
import { CampaignCard, campaignCell } from "#features/campaigns/widgets/campaign-card.tsx";
import { CompactCampaignCard } from "#features/campaigns/widgets/compact-campaign-card.tsx";
import { likelyPlatforms } from "#features/catalog/user-device.ts";
import { FoundCards } from "#features/catalog/widgets/found-cards.tsx";
import { categoryLabel } from "#features/common/campaign-labels.ts";
import { holdsSpot, useToday } from "#features/common/campaign-rules.ts";
import { NothingOpen } from "#features/common/widgets/empty-campaigns.tsx";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { formatNumber } from "#i18n/format.ts";
import { useCatalogSearch } from "#state/catalog.ts";
import { usePrefetchCampaigns } from "#state/catalog-rows.ts";
import { useQuery } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { type OfferedCampaign, type Offers, offeredCampaigns } from "#sync/queries/open-campaigns.ts";
import { accountById, profileById } from "#sync/queries/profile.ts";
import type { Application } from "#sync/schema/applications.ts";
import { MOST_COUNTED } from "#sync/schema/functions.ts";
import { type Device, platformsOf } from "#sync/schema/profiles.ts";
import type { SavedSearch } from "#sync/schema/searches.ts";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useCompact } from "#ui/use-compact.ts";
import { useReveal } from "#ui/use-reveal.ts";
import { useWide } from "#ui/use-wide.ts";
import { VirtualList } from "#ui/virtual-list.tsx";
import { ApplicationStatus } from "../../widgets/application-status.tsx";
import { SavedSearches } from "./saved-searches.tsx";
import { TestFilters } from "./test-filters.tsx";

const route = getRouteApi("/_signed-in/tester/tests/");
/** Tests of the first page, which is prefetched for offline use. */
const AHEAD = 24;
const NONE_SAVED: SavedSearch[] = [];
const NO_DEVICES: Device[] = [];
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
  const account = useQuery(accountById(id));
  const saved = account.state === "ready" ? (account.data?.saved_searches ?? NONE_SAVED) : NONE_SAVED;
  const search = route.useSearch();
  const filters = useMemo(() => filtersOf(search, saved), [search, saved]);
  const devices = profile?.devices ?? NO_DEVICES;
  // This filter knows only named devices.
  const platforms = useMemo(
    () => (filters.mine ? platformsOf(devices) : likelyPlatforms(devices)),
    [devices, filters.mine],
  );
  const opening = [read, profiles, account].some(({ state }) => state === "loading");
  const navigate = route.useNavigate();
  const change = (next: OfferFilters) =>
    void navigate({ search: (old) => ({ ...filtersOf(old, saved), ...next }), replace: true });
  const shownFilters = useDeferredValue(filters);
  const siteCurrency = useSiteCurrency();
  const currency = filters.currency ?? siteCurrency;
  const wanted = useMemo(
    () => ({ ...shownFilters, currency: shownFilters.currency ?? siteCurrency }),
    [shownFilters, siteCurrency],
  );
  const { answer, ...found } = useCatalogSearch("campaign", fittingFirst(wanted, platforms), !opening);
  const here = useMemo(() => filterOffers(held.offers, wanted, today, platforms), [held, wanted, today, platforms]);
  const answered = useMemo(
    () => answer && withAnswer(answer, found.more === null, held.own, wanted, today, platforms),
    [answer, found.more, held, wanted, today, platforms],
  );
  usePrefetchCampaigns(useMemo(() => (answered ? answered.items.slice(0, AHEAD).map(idOf) : []), [answered]));
  const offered = [...(answered?.items ?? []), ...held.offers].map(({ campaign }) => campaign.currency);
  const earned = useOnlyReward();
  const card = (offer: OfferedCampaign) => (
    <CampaignCard
      campaign={offer.campaign}
      because={reasonsFor(offer.campaign, profile, new Map(), (category) => t(categoryLabel[category]))}
      action={<OfferAction offer={offer} />}
      earned={earned(offer.campaign.id)}
      spots={holdsSpot(offer.application) ? "none" : answered || !found.failed ? "live" : "snapshot"}
    />
  );
  const [prefersCompact, setCompact] = useCompact("tests-list");
  const phone = !useWide("48rem");
  const compact = phone && prefersCompact;
  const compactCard = ({ campaign, application }: OfferedCampaign) => (
    <CompactCampaignCard
      campaign={campaign}
      because={reasonsFor(campaign, profile, new Map(), (category) => t(categoryLabel[category]))}
      earned={earned(campaign.id)}
      status={application && <ApplicationState application={application} />}
    />
  );
  const [showsFitting, setShowsFitting] = useState(false);
  const list = useReveal(showsFitting && devices.length > 0, "start");
  const reset = () => void navigate({ search: {}, replace: true });

  return (
    <Page
      title={t`Available Tests`}
      description={<Trans>Open beta tests you can apply to. The list works offline.</Trans>}
    >
      <TestFilters
        filters={{ ...filters, currency }}
        currencies={[...new Set([currency, ...offered])].sort()}
        hasDevices={platformsOf(devices).size > 0}
        found={answered?.total ?? here.length}
        compact={prefersCompact}
        onCompact={setCompact}
        onChange={change}
      />
      {!opening && <DevicesQuestion profile={profile} onShow={() => setShowsFitting(true)} />}
      {!opening && (
        <SavedSearches
          all={saved}
          filters={{ ...filters, currency }}
          karma={profile?.karma ?? 0}
          onApply={(search) => void navigate({ search: { ...search, sort: filters.sort }, replace: true })}
        />
      )}
      {/* Hidden while loading, since saved searches may take this place. */}
      <div ref={list} tabIndex={-1} className={cx("outline-none", opening && "invisible")}>
        <FoundCards
          {...found}
          answer={answered}
          here={here}
          held={read.state === "loading" ? null : { count: held.offers.length, asOf: held.asOf }}
          filtered={Object.entries(shownFilters).some(([name, value]) => value !== undefined && name !== "sort")}
          skeleton={<SkeletonList rows={6} className="h-112" cards />}
          list={(items) => (
            <VirtualList
              key={compact ? "compact" : "cards"}
              items={items}
              keyOf={idOf}
              label={t`Available Tests`}
              minItemWidth={330}
              {...(compact
                ? { estimate: 140, render: compactCard }
                : { estimate: 470, render: card, cell: campaignCell })}
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
          errorTitle={<Trans>Tests could not be searched</Trans>}
        />
      </div>
    </Page>
  );
}

/**
 * URL filters, or those of the saved search in the URL. A notification opens a saved search, so its
 * results are sorted by newest.
 */
function filtersOf({ saved: id, ...inUrl }: OfferSearch, saved: readonly SavedSearch[]): OfferFilters {
  const named = saved.find((one) => one.id === id);
  return named ? { ...named.search, sort: inUrl.sort ?? "newest" } : inUrl;
}

const idOf = ({ campaign }: OfferedCampaign) => campaign.id;

/** The server counts up to 1,000. */
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

function OfferAction({ offer: { campaign, application } }: { offer: OfferedCampaign }) {
  const params = { campaignId: campaign.id };
  if (application?.status === "accepted") {
    return (
      <LinkButton to="/tester/tests/$campaignId" params={params}>
        <Trans>Continue Testing</Trans>
      </LinkButton>
    );
  }
  return application ? <ApplicationState application={application} /> : <ApplyLink campaign={campaign} />;
}

const ApplicationState = ({ application }: { application: Application }) => (
  <span className="flex items-center gap-2">
    <PendingBadge row={application} />
    <ApplicationStatus {...application} />
  </span>
);
