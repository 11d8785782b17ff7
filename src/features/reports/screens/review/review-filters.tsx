import { Trans, useLingui } from "@lingui/react/macro";
import { Keyboard, Rows4, Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { feedbackTypeLabel, priorityLabel, reportsStatusLabel, severityLabel } from "#features/common/report-labels.ts";
import { labelOptions } from "#i18n/label-options.ts";
import { type Feedback, feedbackType, severity, tagKey } from "#sync/schema/feedback.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Switch } from "#ui/checkbox-radio-switch.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { FilterSelects, type FilterSelectsProps, SortSelect } from "#ui/filter-select.tsx";
import { FiltersPanel } from "#ui/filters-panel.tsx";
import { Select } from "#ui/inputs.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { type Shortcut, useShortcuts } from "#ui/shortcuts.ts";
import { useUrlText } from "#ui/use-url-text.ts";
import { useWide } from "#ui/use-wide.ts";
import { priorityFilters, type ReviewFilter, type ReviewOrder, reviewOrders } from "../../search.ts";
import { filtersIn, resetFilters } from "./filter.ts";
import { SavedViews } from "./saved-views.tsx";

interface ReviewFiltersProps {
  orgId: string;
  /** Matches of all filters except the status; the pills count them. */
  found: readonly Feedback[];
  search: ReviewFilter;
  status: NonNullable<ReviewFilter["status"]>;
  onFilter: (change: ReviewFilter) => void;
  /** Other members with reports; null when the organization has no other members. */
  assignees: readonly { id: string; name: string }[] | null;
  tags: readonly string[];
  builds: readonly { value: string; label: string }[];
  onHelp: () => void;
  compact: boolean;
  onCompact: (compact: boolean) => void;
}

const answers = ["submitted", "changes_requested", "approved", "rejected"] as const;
const stars = [1, 2, 3, 4, 5] as const;
const starsOf = (rating: number) => "★".repeat(rating);
const NONE: readonly Shortcut[] = [];

export function ReviewFilters(props: ReviewFiltersProps) {
  const { found, search, status, assignees, tags, builds, onFilter, onHelp, compact, onCompact } = props;
  const { t } = useLingui();
  // Phones open the search with an icon below the status.
  const wide = useWide("48rem");
  const [searching, setSearching] = useState(false);
  const q = search.q ?? "";
  const showsSearch = wide || searching || q !== "";
  useShortcuts(showsSearch ? NONE : [{ keys: "/", label: t`Search reports`, run: () => setSearching(true) }]);
  const orderNames: { readonly [O in ReviewOrder]: string } = {
    due: t`Due soonest`,
    newest: t`Newest first`,
    priority: t`Highest priority first`,
    severity: t`Most severe first`,
    rating: t`Lowest rating first`,
    similar: t`Similar ones together`,
  };
  const priorityName = (value: (typeof priorityFilters)[number]): string => {
    const priority = t(priorityLabel[value === "none" ? "" : value]);
    return value === "none" ? priority : t`Priority: ${priority}`;
  };
  const named = ["me", "nobody", ...(assignees ?? []).map(({ id }) => id)];
  const elsewhere = search.assignee && !named.includes(search.assignee) ? search.assignee : null;
  const pills = [
    ...answers.map((value) => ({
      value,
      label: value === "submitted" ? t`To review` : t(reportsStatusLabel[value]),
      count: found.filter((r) => r.status === value).length,
    })),
    { value: "all" as const, label: t`All reports`, count: found.length },
  ];
  const count = filtersIn(search);
  const { tag } = search;
  // A link can name a tag that no report has, or with another spelling.
  const shownTag = tag && (tags.find((one) => tagKey(one) === tagKey(tag)) ?? tag);
  const filters: FilterSelectsProps<ReviewFilter>["filters"] = {
    type: {
      label: t`Type`,
      all: t`All types`,
      options: labelOptions(t, feedbackType.options, feedbackTypeLabel),
    },
    severity: {
      label: t`Severity`,
      all: t`All severities`,
      options: labelOptions(t, severity.options, severityLabel),
    },
    priority: {
      label: t`Priority`,
      all: t`All priorities`,
      options: [...priorityFilters].reverse().map((value) => ({
        value,
        label: priorityName(value),
      })),
    },
    ...((tags.length > 0 || shownTag) && {
      tag: {
        label: t`Tag`,
        all: t`All tags`,
        options: [...new Set([...tags, ...(shownTag ? [shownTag] : [])])].map((value) => ({
          value,
          label: value,
        })),
      },
    }),
    ...((builds.length > 1 || search.build) && {
      build: {
        label: t`Build`,
        all: t`All builds`,
        options: builds,
      },
    }),
    ...(assignees && {
      assignee: {
        label: t`Assigned to`,
        all: t`All assignees`,
        options: [
          { value: "me", label: t`Assigned to me` },
          { value: "nobody", label: t`Unassigned` },
          ...assignees.map(({ id, name }) => ({ value: id, label: t`Assigned to ${name}` })),
          // A link can name an assignee without reports.
          ...(elsewhere ? [{ value: elsewhere, label: t`Assigned to another member` }] : []),
        ],
      },
    }),
  };
  const chosen = shownTag ? { ...search, tag: shownTag } : search;
  return (
    <div className="relative flex flex-col gap-1 lg:gap-2">
      <div className="-my-1 flex items-center gap-1 md:gap-2">
        <FilterChips search={chosen} filters={filters} onFilter={onFilter} />
        <div className="min-w-0 flex-1">
          <FilterPills
            label={t`Status`}
            value={status}
            onChange={(status) => onFilter({ status })}
            pills={pills}
            oneLine
          />
        </div>
        {wide ? (
          <ReviewSearch q={q} onSearch={(q) => onFilter({ q: q || undefined })} className="w-44" />
        ) : (
          <IconButton
            icon={Search}
            label={t`Search reports`}
            aria-expanded={showsSearch}
            aria-keyshortcuts="/"
            onClick={() => {
              setSearching(!showsSearch);
              if (q) onFilter({ q: undefined });
            }}
          />
        )}
        <FiltersPanel label={t`Filters`} count={count} className="grid grid-cols-2 gap-2">
          <FilterSelects search={chosen} onChange={onFilter} filters={filters} />
          <Select
            aria-label={t`Rating`}
            value={search.rating ? String(search.rating) : ""}
            placeholder={t`All ratings`}
            options={stars.map((value) => ({ value: String(value), label: starsOf(value) }))}
            onChange={(event) => onFilter({ rating: stars.find((one) => String(one) === event.target.value) })}
          />
          <SortSelect
            label={t`Order`}
            value={search.sort ?? "due"}
            options={reviewOrders.map((value) => ({ value, label: orderNames[value] }))}
            onChange={(sort) => onFilter({ sort })}
          />
          <Button variant="ghost" disabled={count === 0} onClick={() => onFilter(resetFilters)}>
            <Trans>Reset filters</Trans>
          </Button>
          <Switch
            label={t`Compact list`}
            checked={compact}
            onChange={(event) => onCompact(event.target.checked)}
            className="col-span-full border-line border-t lg:hidden"
          />
        </FiltersPanel>
        <SavedViews orgId={props.orgId} search={{ ...search, status }} onApply={onFilter} />
        <span className="hidden lg:block">
          <IconButton
            icon={Rows4}
            label={t`Compact list`}
            aria-pressed={compact}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => onCompact(!compact)}
          />
        </span>
        <span className="hidden md:block">
          <IconButton icon={Keyboard} label={t`Keyboard shortcuts`} aria-keyshortcuts="?" onClick={onHelp} />
        </span>
      </div>
      {!wide && showsSearch && (
        <ReviewSearch q={q} onSearch={(q) => onFilter({ q: q || undefined })} opened={searching} className="mt-1" />
      )}
    </div>
  );
}

interface FilterChipsProps {
  search: ReviewFilter;
  filters: FilterSelectsProps<ReviewFilter>["filters"];
  onFilter: (change: ReviewFilter) => void;
}

/** Active filters, removable one by one. A phone shows only their number on the button. */
function FilterChips({ search, filters, onFilter }: FilterChipsProps) {
  const { t } = useLingui();
  const chips = (Object.keys(filters) as (keyof typeof filters)[]).flatMap((name) => {
    const label = filters[name]?.options.find(({ value }) => value === search[name])?.label;
    return label ? [{ name, label }] : [];
  });
  if (search.rating) chips.push({ name: "rating", label: starsOf(search.rating) });
  if (chips.length === 0) return null;
  return (
    <ul
      aria-label={t`Filters in use`}
      className="hidden max-w-[50%] shrink-0 gap-1 overflow-x-auto py-1 [scrollbar-width:none] lg:flex"
    >
      {chips.map(({ name, label }) => (
        <li key={name} className="shrink-0">
          <button
            type="button"
            title={t`Remove this filter`}
            onClick={() => onFilter({ [name]: undefined })}
            className="tap inline-flex items-center gap-1 rounded-full bg-sunken px-3 font-medium text-sm hover:bg-line focus-visible:-outline-offset-2"
          >
            <span className="sr-only">{t`Remove this filter`}: </span>
            {label}
            <X aria-hidden className="size-4 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ReviewSearchProps {
  q: string;
  onSearch: (q: string) => void;
  /** Opened by the user, so it takes the focus. */
  opened?: boolean;
  className: string;
}

/** A separate component, so that a keystroke re-renders only the field. */
function ReviewSearch({ q, onSearch, opened = false, className }: ReviewSearchProps) {
  const { t } = useLingui();
  const [text, setText] = useUrlText(q, onSearch);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opened) box.current?.querySelector("input")?.focus();
  }, [opened]);
  return (
    <div ref={box} className={className}>
      <SearchInput value={text} onChange={setText} label={t`Search reports`} placeholder={t`Search`} />
    </div>
  );
}
