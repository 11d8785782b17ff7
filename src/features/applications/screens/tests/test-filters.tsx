import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Rows3 } from "lucide-react";
import { useId, useState } from "react";
import { moreFilterCount } from "#features/campaigns/offers.ts";
import type { OfferSort } from "#features/campaigns/search.ts";
import { categoryLabel } from "#features/common/campaign-labels.ts";
import { labelOptions } from "#i18n/label-options.ts";
import { category } from "#sync/schema/campaigns.ts";
import { MOST_COUNTED } from "#sync/schema/functions.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FilterSelects, SortSelect } from "#ui/filter-select.tsx";
import { FiltersButton } from "#ui/filters-button.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useUrlText } from "#ui/use-url-text.ts";
import { useWide } from "#ui/use-wide.ts";
import { MoreFilters, type TestFiltersProps } from "./more-filters.tsx";

interface Props extends TestFiltersProps {
  /** Number of tests that match. */
  found: number;
  compact: boolean;
  onCompact: (compact: boolean) => void;
}

export function TestFilters({ found, compact, onCompact, ...props }: Props) {
  const { filters, onChange } = props;
  const { t } = useLingui();
  const id = useId();
  const count = moreFilterCount(filters);
  const wide = useWide("48rem");
  const [open, setOpen] = useState(wide && count > 0);
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
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-3 md:grid-cols-[minmax(0,1fr)_auto] xl:grid-cols-[minmax(0,1fr)_auto_auto]">
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
        <IconButton
          icon={Rows3}
          label={t`Compact cards`}
          variant="secondary"
          aria-pressed={compact}
          onClick={() => onCompact(!compact)}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent md:hidden"
        />
        {/* Fits the selected texts; wraps if they are too long for one line. */}
        <div className="flex flex-wrap gap-3 *:grow max-xl:col-span-2 max-md:col-span-3 max-xl:[&_select]:field-sizing-content">
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
      <div id={id} hidden={!open || !wide} className="rounded-lg border border-line bg-raised p-4">
        {open && wide && <MoreFilters {...props} />}
      </div>
      <Dialog
        open={open && !wide}
        onClose={() => setOpen(false)}
        title={<Trans>More Filters</Trans>}
        footer={
          <Button variant="primary" wide onClick={() => setOpen(false)}>
            {found > MOST_COUNTED ? (
              <Trans>Show tests</Trans>
            ) : (
              <Plural value={found} _0="No tests match" one="Show # test" other="Show # tests" />
            )}
          </Button>
        }
      >
        <MoreFilters {...props} />
      </Dialog>
    </div>
  );
}
