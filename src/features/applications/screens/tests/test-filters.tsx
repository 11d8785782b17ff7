import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { moreFilterCount } from "#features/campaigns/offers.ts";
import type { OfferSort } from "#features/campaigns/search.ts";
import { categoryLabel } from "#features/common/campaign-labels.ts";
import { labelOptions } from "#i18n/label-options.ts";
import { category } from "#sync/schema/campaigns.ts";
import { FilterSelects, SortSelect } from "#ui/filter-select.tsx";
import { FiltersButton } from "#ui/filters-button.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useUrlText } from "#ui/use-url-text.ts";
import { MoreFilters, type TestFiltersProps } from "./more-filters.tsx";

export function TestFilters({ filters, currencies, hasDevices, onChange }: TestFiltersProps) {
  const { t } = useLingui();
  const id = useId();
  const count = moreFilterCount(filters);
  const [open, setOpen] = useState(count > 0);
  const [q, setQ] = useUrlText(filters.q ?? "", (text) => onChange({ q: text || undefined }));
  const categories = labelOptions(t, category.options, categoryLabel);
  const sorts: readonly { value: OfferSort; label: string }[] = [
    { value: "deadline", label: t`Ending soonest` },
    { value: "newest", label: t`Newest first` },
    { value: "reward", label: t`Highest reward` },
    { value: "spots", label: t`Most spots` },
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 xl:grid-cols-[minmax(0,1fr)_auto_auto]">
        <SearchInput label={t`Search tests`} value={q} onChange={setQ} />
        {/* Icon only on a phone, to start the list higher. */}
        <FiltersButton
          open={open}
          onToggle={() => setOpen(!open)}
          controls={id}
          count={count}
          title={t`More Filters`}
          className="xl:order-last"
        >
          <span className="max-md:sr-only">
            <Trans>More Filters</Trans>
          </span>
        </FiltersButton>
        {/* Fits the selected texts; wraps if they are too long for one line. */}
        <div className="flex flex-wrap gap-3 *:grow max-xl:col-span-2 max-xl:[&_select]:field-sizing-content">
          <FilterSelects
            search={filters}
            onChange={onChange}
            filters={{ category: { label: t`Category`, all: t`All categories`, options: categories } }}
          />
          <SortSelect
            label={t`Sort by`}
            value={filters.sort ?? "deadline"}
            options={sorts}
            onChange={(sort) => onChange({ sort })}
          />
        </div>
      </div>
      <div id={id} hidden={!open}>
        {open && <MoreFilters filters={filters} currencies={currencies} hasDevices={hasDevices} onChange={onChange} />}
      </div>
    </div>
  );
}
