import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Bell, BookmarkPlus, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { isEverything, isSameSearch, searchOf } from "#features/campaigns/saved-search.ts";
import type { OfferFilters } from "#features/campaigns/search.ts";
import { categoryLabel, platformLabel } from "#features/common/campaign-labels.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { usePerson } from "#state/session.ts";
import { savedSearchDelete, savedSearchKeep } from "#sync/mutations/account.ts";
import { isToldHourly } from "#sync/schema/karma.ts";
import { type SavedSearch, searchLimits, type TestSearch } from "#sync/schema/searches.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { SrNote } from "#ui/sr-note.tsx";
import { showToast } from "#ui/toast.tsx";
import { useOptimisticValue } from "#ui/use-optimistic-value.ts";
import { SavedSearchDialog } from "./saved-search-dialog.tsx";

interface SavedSearchesProps {
  all: readonly SavedSearch[];
  filters: OfferFilters;
  karma: number;
  onApply: (search: TestSearch) => void;
}

/** Selects no pill, for filters that are not saved. */
const OTHER = "other";

export function SavedSearches({ all, filters, karma, onApply }: SavedSearchesProps) {
  const { t } = useLingui();
  const person = usePerson();
  const keep = useMutationToast(savedSearchKeep);
  const remove = useMutationToast(savedSearchDelete);
  const [editing, setEditing] = useState<SavedSearch | null>(null);
  const applied = all.find((one) => isSameSearch(one.search, filters));
  const name = applied?.name ?? "";
  const everything = isEverything(filters);
  const suggestName = useSuggestedName();

  const save = async (saved: SavedSearch, success: string) => {
    const done = await keep(person.id, saved);
    if (done.ok) {
      setEditing(null);
      showToast({ title: success });
    }
    return done.ok;
  };
  const setAlert = (saved: SavedSearch, alert: boolean) =>
    save(
      { ...saved, alert },
      alert ? t`You will get alerts about new tests` : t`You will no longer get alerts about new tests`,
    );
  const take = async (saved: SavedSearch) => {
    const done = await remove(person.id, saved.id);
    if (!done.ok) return;
    showToast({
      title: t`Search deleted`,
      action: { label: t`Undo`, onSelect: () => void save(saved, t`Search saved`) },
    });
  };
  if (all.length === 0 && everything) return null;
  return (
    <div className="flex flex-col gap-x-4 gap-y-2 lg:flex-row lg:items-center">
      {all.length > 0 && (
        <div className="min-w-0">
          <FilterPills
            oneLine
            label={t`Saved searches`}
            value={everything ? undefined : (applied?.id ?? OTHER)}
            onChange={(id) => onApply(all.find((one) => one.id === id)?.search ?? {})}
            pills={[
              { value: undefined, label: <Trans>All tests</Trans> },
              ...all.map((one) => ({ value: one.id, label: <SearchName saved={one} /> })),
            ]}
          />
        </div>
      )}
      {applied && (
        <div className="flex shrink-0 items-center gap-2">
          <AlertChoice key={applied.id} stored={applied.alert} write={(alert) => setAlert(applied, alert)} />
          <Menu
            label={t`More for ${name}`}
            items={[
              menuEntry("rename", Pencil, t`Rename`, () => setEditing(applied)),
              menuEntry("delete", Trash2, t`Delete`, { tone: "danger" }, () => void take(applied)),
            ]}
          />
        </div>
      )}
      {!applied && !everything && (
        <Button
          size="sm"
          icon={BookmarkPlus}
          className="w-fit shrink-0"
          disabled={all.length >= searchLimits.saved}
          onClick={() =>
            setEditing({ id: crypto.randomUUID(), name: suggestName(filters), search: searchOf(filters), alert: false })
          }
        >
          <Trans>Save search</Trans>
        </Button>
      )}
      {editing && (
        <SavedSearchDialog
          saved={editing}
          isNew={!all.some(({ id }) => id === editing.id)}
          hourly={isToldHourly(karma)}
          onClose={() => setEditing(null)}
          onSave={(saved) => save(saved, t`Search saved`)}
        />
      )}
    </div>
  );
}

interface AlertChoiceProps {
  stored: boolean;
  write: (alert: boolean) => Promise<boolean>;
}

function AlertChoice({ stored, write }: AlertChoiceProps) {
  const [shown, want] = useOptimisticValue(stored);
  return (
    <Checkbox
      label={<Trans>Alert me about new tests</Trans>}
      checked={shown}
      onChange={async (event) => {
        want(event.target.checked);
        if (!(await write(event.target.checked))) want(null);
      }}
    />
  );
}

function SearchName({ saved }: { saved: SavedSearch }) {
  const { t } = useLingui();
  return (
    <span className="inline-flex max-w-60 items-center gap-1.5">
      <span className="truncate">{saved.name}</span>
      {saved.alert && <Bell aria-hidden className="size-4 shrink-0" />}
      {saved.alert && <SrNote text={t`(alert on)`} />}
    </span>
  );
}

/** Suggests a name from search text, category and platform. */
function useSuggestedName(): (filters: OfferFilters) => string {
  const { t } = useLingui();
  return (filters) => {
    const { q, category, platform, mine } = searchOf(filters);
    const parts = [
      q,
      category && t(categoryLabel[category]),
      platform && t(platformLabel[platform]),
      mine && t(msg`My devices`),
    ];
    return [...parts.filter(Boolean).join(" · ")].slice(0, searchLimits.name).join("");
  };
}
