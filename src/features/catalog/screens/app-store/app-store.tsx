// The App Store (S27): every published app, for everybody, signed in or not. Search and filters
// stand in the URL, so that a list can be shared.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { PackageOpen, SearchX } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { publishedApps } from "../../../../../sync/queries/apps.ts";
import type { App } from "../../../../../sync/schema/apps.ts";
import { useList } from "../../../../state/list.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { ListStates } from "../../../sync/widgets/list-states.tsx";
import { filterApps } from "../../filter-apps.ts";
import { StoreList } from "../../widgets/store-list.tsx";
import { StorePage } from "../../widgets/store-page.tsx";
import { OfflineBuilds } from "./offline-builds.tsx";
import { StoreFilterBar } from "./store-filters.tsx";

const route = getRouteApi("/_store/apps/");
const none: App[] = [];

export function AppStore() {
  const list = useList(publishedApps());
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const apps = list.state === "ready" ? list.data : none;
  // Typing stays quick while a thousand apps are searched behind it.
  const shownFilters = useDeferredValue(filters);
  // Sorting a thousand names is not repeated when nothing but a download's progress changes.
  const found = useMemo(() => filterApps(apps, shownFilters), [apps, shownFilters]);
  return (
    <StorePage>
      <StoreFilterBar
        filters={filters}
        onChange={(change) =>
          void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
        }
      />
      <OfflineBuilds />
      {list.state !== "ready" ? (
        <ListStates list={list} row="h-62" cards />
      ) : (
        <Found found={found} any={apps.length > 0} onReset={() => void navigate({ search: {}, replace: true })} />
      )}
    </StorePage>
  );
}

function Found({ found, any, onReset }: { found: readonly App[]; any: boolean; onReset: () => void }) {
  const { t } = useLingui();
  if (found.length === 0) {
    return (
      <EmptyState
        icon={any ? SearchX : PackageOpen}
        title={<Trans>No applications found</Trans>}
        action={
          any && (
            <Button onClick={onReset}>
              <Trans>Clear search and filters</Trans>
            </Button>
          )
        }
      >
        {any ? (
          <Trans>Try adjusting your search or filters</Trans>
        ) : (
          <Trans>Apps appear here as developers publish them.</Trans>
        )}
      </EmptyState>
    );
  }
  return <StoreList apps={found} label={t`App Store`} />;
}
