import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { platformLabel } from "#features/common/campaign-labels.ts";
import type { Release } from "#sync/schema/releases.ts";
import { platforms } from "#sync/schema/values.ts";
import { FilterPills } from "#ui/filter-pills.tsx";
import { FilterSelect } from "#ui/filter-select.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { setLabel } from "../../labels.ts";
import { setOf } from "../../result-figures.ts";
import { setFilters } from "../../search.ts";
import type { ResultFilters as Filters } from "./use-result-filters.ts";

interface ResultFiltersProps {
  filters: Filters;
  releases: readonly Release[];
  more?: ReactNode;
  actions?: ReactNode;
}

/** Filters by tester or device, build, platform and state of the set. */
export function ResultFilters({ filters, releases, more, actions }: ResultFiltersProps) {
  const { t } = useLingui();
  const { q, sets, build, on, filter, found } = filters;
  const pills = [
    { value: undefined, label: t`Everyone`, count: found.length },
    ...setFilters.map((value) => ({
      ...{ value, label: t(setLabel[value]), count: found.filter((taker) => setOf(taker) === value).length },
    })),
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput
          value={q}
          onChange={(next) => filter({ q: next === "" ? undefined : next })}
          label={t`Search testers`}
          placeholder={t`Name or device`}
          className="min-w-full flex-1 sm:min-w-0 sm:max-w-xs"
        />
        {releases.length > 0 && (
          <FilterSelect
            label={t`Build`}
            all={t`All builds`}
            value={build === "" ? undefined : build}
            options={releases.map(({ id, version }) => ({ value: id, label: version }))}
            onChange={(next) => filter({ build: next })}
          />
        )}
        <FilterSelect
          label={t`Platform`}
          all={t`All platforms`}
          value={on}
          options={platforms.filter((one) => one !== "all").map((value) => ({ value, label: t(platformLabel[value]) }))}
          onChange={(next) => filter({ on: next })}
        />
        {more}
        {actions && <span className="ms-auto flex gap-2">{actions}</span>}
      </div>
      <FilterPills label={t`Sets of results`} pills={pills} value={sets} onChange={(next) => filter({ sets: next })} />
    </>
  );
}
