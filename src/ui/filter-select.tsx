import { Select } from "./inputs.tsx";

interface Choice<T> {
  value: T;
  label: string;
}

interface FilterSelectProps<T extends string | number> {
  label: string;
  all: string;
  value: T | undefined;
  options: readonly Choice<T>[];
  onChange: (value: T | undefined) => void;
  className?: string;
}

export function FilterSelect<T extends string | number>(props: FilterSelectProps<T>) {
  const { label, all, value, options, onChange, className = "" } = props;
  return (
    <Select
      aria-label={label}
      value={value === undefined ? "" : String(value)}
      placeholder={all}
      options={options.map((one) => ({ ...one, value: String(one.value) }))}
      onChange={(event) => onChange(options.find((one) => String(one.value) === event.target.value)?.value)}
      className={className}
    />
  );
}

export interface FilterSelectsProps<S extends object> {
  search: S;
  /** By search parameter. */
  filters: {
    readonly [K in keyof S & string]?: Pick<FilterSelectProps<Extract<S[K], string>>, "label" | "all" | "options">;
  };
  onChange: (change: Partial<S>) => void;
}

export function FilterSelects<S extends object>({ search, filters, onChange }: FilterSelectsProps<S>) {
  return (Object.keys(filters) as (keyof S & string)[]).map((name) => {
    const filter = filters[name];
    return (
      filter && (
        <FilterSelect
          key={name}
          {...filter}
          value={search[name] as Extract<S[typeof name], string> | undefined}
          onChange={(value) => onChange({ [name]: value } as Partial<S>)}
        />
      )
    );
  });
}

interface SortSelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly Choice<T>[];
  onChange: (value: T) => void;
  className?: string;
}

export function SortSelect<T extends string>({ label, value, options, onChange, className = "" }: SortSelectProps<T>) {
  const choose = (text: string) => {
    const chosen = options.find((one) => one.value === text);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Select
      aria-label={label}
      value={value}
      options={options}
      onChange={(event) => choose(event.target.value)}
      className={className}
    />
  );
}
