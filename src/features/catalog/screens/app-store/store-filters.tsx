import { useLingui } from "@lingui/react/macro";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { STORE_PLATFORMS } from "#lib/constants.ts";
import { Select } from "#ui/inputs.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useUrlText } from "#ui/use-url-text.ts";
import type { StoreFilters, StoreSort } from "../../search.ts";

interface StoreFilterBarProps {
  filters: StoreFilters;
  onChange: (change: StoreFilters) => void;
}

export function StoreFilterBar({ filters, onChange }: StoreFilterBarProps) {
  const { t } = useLingui();
  const [q, setQ] = useUrlText(filters.q ?? "", (text) => onChange({ q: text || undefined }));
  const sorts: readonly { value: StoreSort; label: string }[] = [
    { value: "newest", label: t`Newest` },
    { value: "oldest", label: t`Oldest` },
    { value: "downloads", label: t`Most downloads` },
    { value: "name", label: t`App name` },
  ];
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-[1fr_13rem_13rem]">
      <SearchInput label={t`Search apps`} value={q} onChange={setQ} className="max-lg:col-span-2" />
      <Select
        aria-label={t`Platform`}
        value={filters.platform ?? "all"}
        options={STORE_PLATFORMS.map((value) => ({
          value,
          // The filter has a separate message, because Spanish needs a shorter text on a phone.
          label: value === "all" ? t({ message: "All platforms", context: "filter" }) : t(platformLabel[value]),
        }))}
        onChange={(event) => {
          const value = STORE_PLATFORMS.find((platform) => platform === event.target.value);
          onChange({ platform: value === "all" ? undefined : value });
        }}
      />
      <Select
        aria-label={t`Sort by`}
        value={filters.sort ?? "newest"}
        options={sorts}
        onChange={(event) => {
          const value = sorts.find((sort) => sort.value === event.target.value)?.value;
          onChange({ sort: value === "newest" ? undefined : value });
        }}
      />
    </div>
  );
}
