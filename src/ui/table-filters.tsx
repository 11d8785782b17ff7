import { FilterSelects, type FilterSelectsProps } from "./filter-select.tsx";
import { SearchInput } from "./search-input.tsx";
import { useUrlText } from "./use-url-text.ts";

interface TableFiltersProps<S extends { q?: string | undefined }> extends Omit<FilterSelectsProps<S>, "className"> {
  label: string;
}

/** Search and filters above a table, kept in the URL. */
export function TableFilters<S extends { q?: string | undefined }>({ label, ...filters }: TableFiltersProps<S>) {
  const { search, onChange } = filters;
  const [text, setText] = useUrlText(search.q ?? "", (q) => onChange({ q: q || undefined } as Partial<S>));
  return (
    <div className="grid gap-3 md:grid-cols-2 lg:auto-cols-[14rem] lg:grid-flow-col lg:grid-cols-[minmax(0,24rem)]">
      <SearchInput value={text} onChange={setText} label={label} className="md:max-lg:col-span-2" />
      <FilterSelects {...filters} />
    </div>
  );
}
