// Search, category, order, and the rest behind More Filters (more-filters.tsx). Knows no list:
// filters in, changes out.
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { category } from "../../../../../sync/schema/campaigns.ts";
import { labelOptions } from "../../../../i18n/label-options.ts";
import { FilterSelects, SortSelect } from "../../../../ui/filter-select.tsx";
import { FiltersButton } from "../../../../ui/filters-button.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { useUrlText } from "../../../../ui/use-url-text.ts";
import { categoryLabel } from "../../labels.ts";
import { moreFilterCount } from "../../offers.ts";
import type { OfferSort } from "../../search.ts";
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
        {/* On a phone beside the search and without its name, so that the list begins higher. */}
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
        {/* As wide as what is chosen, which is read whole; in two lines where both do not fit. */}
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
