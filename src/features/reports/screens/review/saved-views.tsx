// Named filters, sort order and search of the review list: the person's own, and those that the
// organization shares.
import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, BookmarkPlus, Settings2 } from "lucide-react";
import { useState } from "react";
import { type SharedEntry, useSharedItems } from "#features/common/use-shared-items.ts";
import { ShareMenu } from "#features/common/widgets/share-menu.tsx";
import { SharedName, SharedNames } from "#features/common/widgets/shared-names.tsx";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { compareNames } from "#i18n/compare-names.ts";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { savedViewDelete, savedViewKeep } from "#sync/mutations/account.ts";
import { accountById } from "#sync/queries/profile.ts";
import { type SavedView, viewLimits } from "#sync/schema/views.ts";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { isSameName, NameDialog } from "#ui/name-dialog.tsx";
import { NamesDialog } from "#ui/names-dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import type { ReviewFilter } from "../../search.ts";
import { appliedView, isView, viewOf } from "./filter.ts";

interface SavedViewsProps {
  /** The campaign's organization. */
  orgId: string;
  /** Includes the visible status. */
  search: ReviewFilter;
  onApply: (search: ReviewFilter) => void;
}

export function SavedViews({ orgId, search, onApply }: SavedViewsProps) {
  const { t } = useLingui();
  const person = usePerson();
  const most = viewLimits.saved;
  const saved = useQueryOr(accountById(person.id), null)?.saved_views ?? {};
  const views = Object.entries(saved).sort(([, a], [, b]) => compareNames(a.name, b.name));
  const shared = useSharedItems("view", orgId);
  const ours = shared.entries.sort((a, b) => compareNames(a.value.name, b.value.name));
  const [naming, setNaming] = useState<{ id: string; view: SavedView; entry?: SharedEntry<"view"> } | null>(null);
  const [managing, setManaging] = useState(false);
  const keep = useMutationToast(savedViewKeep);
  const remove = useMutationToast(savedViewDelete);
  const save = async (id: string, view: SavedView, entry?: SharedEntry<"view">) => {
    setNaming(null);
    const done = entry ? await shared.keep({ ...entry, value: view }) : (await keep(person.id, id, view)).ok;
    if (done) showToast({ title: t`View saved` });
  };
  const take = async (id: string, view: SavedView) => {
    const done = await remove(person.id, id);
    if (!done.ok) return;
    if (views.length === 1 && ours.length === 0) setManaging(false);
    showToast({ title: t`View deleted`, action: { label: t`Undo`, onSelect: () => void save(id, view) } });
  };
  return (
    <>
      <Menu
        label={t`Saved views`}
        icon={Bookmark}
        items={[
          ...views.map(([id, view]) => ({
            key: id,
            label: <span className="min-w-0 max-w-64 truncate">{view.name}</span>,
            current: isView(view, search),
            onSelect: () => onApply(appliedView(view)),
          })),
          ...ours.map(({ id, organization, value }, index) => ({
            key: id,
            label: <SharedName name={value.name} organization={organization.name} />,
            group: index === 0 && views.length > 0,
            current: isView(value, search),
            onSelect: () => onApply(appliedView(value)),
          })),
          menuEntry(
            "save",
            BookmarkPlus,
            t`Save this view…`,
            { group: views.length + ours.length > 0, disabled: views.length >= most },
            () => setNaming({ id: crypto.randomUUID(), view: { name: "", search: viewOf(search) } }),
          ),
          views.length + ours.length > 0 &&
            menuEntry("manage", Settings2, t`Manage views…`, { opensDialog: true }, () => setManaging(true)),
        ]}
      />
      {managing && !naming && (
        <NamesDialog
          title={t`Saved views`}
          things={views.map(([id, { name }]) => ({ id, name }))}
          note={<Trans>At most {most} views. They are yours alone, on all your devices.</Trans>}
          onRename={(id) => saved[id] && setNaming({ id, view: saved[id] })}
          onDelete={(id) => saved[id] && void take(id, saved[id])}
          onClose={() => setManaging(false)}
          action={({ id, name }) => (
            <ShareMenu
              label={t`Share “${name}”`}
              organizations={shared.organizations}
              onShare={(one) => void shared.share(id, one)}
            />
          )}
        >
          <SharedNames
            entries={ours}
            onRename={(entry) => setNaming({ id: entry.id, view: entry.value, entry })}
            onDelete={(entry) => void shared.remove(entry)}
          />
        </NamesDialog>
      )}
      {naming && (
        <NameDialog
          title={naming.view.name === "" ? <Trans>Save this view</Trans> : <Trans>Rename view</Trans>}
          submitLabel={<Trans>Save view</Trans>}
          name={naming.view.name}
          longest={viewLimits.name}
          missing={t`Give the view a name.`}
          problem={(name) =>
            (naming.entry ? ours.map(({ id, value }) => [id, value] as const) : views).some(
              ([id, view]) => id !== naming.id && isSameName(view.name, name),
            )
              ? t`You already have a view with this name.`
              : undefined
          }
          help={t`It keeps the filters, the order and the search, for every campaign.`}
          onClose={() => setNaming(null)}
          onSave={(name) => void save(naming.id, { ...naming.view, name }, naming.entry)}
        />
      )}
    </>
  );
}
