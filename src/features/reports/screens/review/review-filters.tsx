import { Trans, useLingui } from "@lingui/react/macro";
import { Keyboard, Rows4 } from "lucide-react";
import { useId, useState } from "react";
import { type Feedback, feedbackType, severity, tagKey } from "../../../../../sync/schema/feedback.ts";
import { labelOptions } from "../../../../i18n/label-options.ts";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { FilterPills } from "../../../../ui/filter-pills.tsx";
import { FilterSelects, SortSelect } from "../../../../ui/filter-select.tsx";
import { FiltersButton } from "../../../../ui/filters-button.tsx";
import { Select } from "../../../../ui/inputs.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { useUrlText } from "../../../../ui/use-url-text.ts";
import { feedbackTypeLabel, priorityLabel, reportsStatusLabel, severityLabel } from "../../labels.ts";
import { priorityFilters, type ReviewFilter, type ReviewOrder, reviewOrders } from "../../search.ts";
import { filtersIn, resetFilters } from "./filter.ts";
import { SavedViews } from "./saved-views.tsx";

interface ReviewFiltersProps {
  /** What all filters but the status leave: the pills count it. */
  found: readonly Feedback[];
  search: ReviewFilter;
  /** The status that is shown. */
  status: NonNullable<ReviewFilter["status"]>;
  onFilter: (change: ReviewFilter) => void;
  /** Members with reports, the person aside; null: there is nobody to assign to. */
  assignees: readonly { id: string; name: string }[] | null;
  /** Those of the reports. */
  tags: readonly string[];
  /** Those that the reports name. */
  builds: readonly { value: string; label: string }[];
  onHelp: () => void;
  compact: boolean;
  onCompact: (compact: boolean) => void;
}

const answers = ["submitted", "changes_requested", "approved", "rejected"] as const;
const stars = [1, 2, 3, 4, 5] as const;

export function ReviewFilters(props: ReviewFiltersProps) {
  const { found, search, status, assignees, tags, builds, onFilter, onHelp, compact, onCompact } = props;
  const { t } = useLingui();
  const id = useId();
  // By a link that filters, or by choice.
  const [open, setOpen] = useState(filtersIn(search) > 0);
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
  // By a link: no report has it any more, or it is written in another way here.
  const shownTag = tag && (tags.find((one) => tagKey(one) === tagKey(tag)) ?? tag);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-2 lg:flex-row lg:items-center">
        <div className="min-w-0 flex-1">
          <FilterPills
            label={t`Status`}
            value={status}
            onChange={(status) => onFilter({ status })}
            pills={pills}
            oneLine
          />
        </div>
        <div className="flex items-center gap-2">
          <ReviewSearch q={search.q ?? ""} onSearch={(q) => onFilter({ q: q || undefined })} />
          <FiltersButton open={open} onToggle={() => setOpen(!open)} controls={id} count={count}>
            <Trans>Filters</Trans>
          </FiltersButton>
          <SavedViews search={{ ...search, status }} onApply={onFilter} />
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
      </div>
      <div id={id} hidden={!open} className="grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
        <FilterSelects
          search={shownTag ? { ...search, tag: shownTag } : search}
          onChange={onFilter}
          className="md:w-auto md:max-w-52"
          filters={{
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
                  { value: "nobody", label: t`Assigned to nobody` },
                  ...assignees.map(({ id, name }) => ({ value: id, label: t`Assigned to ${name}` })),
                  // By a link to reports that were assigned to somebody else meanwhile.
                  ...(elsewhere ? [{ value: elsewhere, label: t`Assigned to another member` }] : []),
                ],
              },
            }),
          }}
        />
        <Select
          aria-label={t`Rating`}
          value={search.rating ? String(search.rating) : ""}
          placeholder={t`All ratings`}
          options={stars.map((value) => ({ value: String(value), label: "★".repeat(value) }))}
          onChange={(event) => onFilter({ rating: stars.find((one) => String(one) === event.target.value) })}
          className="md:w-auto"
        />
        <SortSelect
          label={t`Order`}
          value={search.sort ?? "due"}
          options={reviewOrders.map((value) => ({ value, label: orderNames[value] }))}
          onChange={(sort) => onFilter({ sort })}
          className="md:w-auto"
        />
        <Button variant="ghost" disabled={count === 0} onClick={() => onFilter(resetFilters)}>
          <Trans>Reset filters</Trans>
        </Button>
      </div>
    </div>
  );
}

/** By itself: a letter draws the field again, and nothing around it. */
function ReviewSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { t } = useLingui();
  const [text, setText] = useUrlText(q, onSearch);
  // On a phone there is no room for more than the verb.
  return (
    <SearchInput
      value={text}
      onChange={setText}
      label={t`Search reports`}
      placeholder={t`Search`}
      className="flex-1 lg:w-56"
    />
  );
}
