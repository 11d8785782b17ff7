// The App Store: all published apps, public. Search and filters are in the URL, so a list can be
// shared. The server searches; local rows are shown until it responds and offline.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { PackageOpen } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { type FoundApps, useAppSearch } from "#state/catalog.ts";
import type { AppCard } from "#sync/schema/catalog.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { filterApps } from "../../filter-apps.ts";
import { type StoreFilters, storeRequest } from "../../search.ts";
import { FoundCards } from "../../widgets/found-cards.tsx";
import { AppCount, NewestFirst, StoreCards } from "../../widgets/store-list.tsx";
import { StorePage, StoreSkeleton } from "../../widgets/store-page.tsx";
import { OfflineBuilds } from "./offline-builds.tsx";
import { StoreFilterBar } from "./store-filters.tsx";

const route = getRouteApi("/_store/apps/");
const none: AppCard[] = [];

export function AppStore() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const shownFilters = useDeferredValue(filters);
  const found = useAppSearch(storeRequest(shownFilters));
  return (
    <StorePage>
      <StoreFilterBar
        filters={filters}
        onChange={(change) =>
          void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
        }
      />
      <OfflineBuilds />
      <Found found={found} filters={shownFilters} onReset={() => void navigate({ search: {}, replace: true })} />
    </StorePage>
  );
}

interface FoundProps {
  found: FoundApps;
  filters: StoreFilters;
  onReset: () => void;
}

function Found({ found, filters, onReset }: FoundProps) {
  const { t } = useLingui();
  const { answer, held } = found;
  const heldCards = held?.cards ?? none;
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const here = useMemo(() => filterApps(heldCards, filters), [heldCards, filters]);
  return (
    <FoundCards
      {...found}
      answer={answer && { items: answer.cards, total: answer.total }}
      here={here}
      held={held && { count: heldCards.length, asOf: held.asOf }}
      filtered={filtered}
      skeleton={<StoreSkeleton newest={!filtered} />}
      list={(cards) => {
        const List = filtered ? StoreCards : NewestFirst;
        return <List apps={cards} label={t`App Store`} />;
      }}
      nothing={(any) => <Nothing any={any} onReset={onReset} />}
      total={(count) => <AppCount total={count} />}
      searched={(count, at) =>
        at === null ? (
          <Plural value={count} one="Searching # app on this device" other="Searching # apps on this device" />
        ) : (
          <Plural
            value={count}
            one={`Searching # app on this device, as of ${at}`}
            other={`Searching # apps on this device, as of ${at}`}
          />
        )
      }
      errorTitle={<Trans>The App Store could not be searched</Trans>}
    />
  );
}

const Nothing = ({ any, onReset }: { any: boolean; onReset: () => void }) =>
  any ? (
    <NoMatch title={<Trans>No applications found</Trans>} clear="both" onClear={onReset}>
      <Trans>Try adjusting your search or filters</Trans>
    </NoMatch>
  ) : (
    <EmptyState icon={PackageOpen} title={<Trans>No applications found</Trans>}>
      <Trans>Apps appear here as developers publish them.</Trans>
    </EmptyState>
  );
