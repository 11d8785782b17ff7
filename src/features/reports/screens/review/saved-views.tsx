// Saved views: filters, order and search of the review list under a name, on all devices of the
// person.
import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, BookmarkPlus, Pencil, Settings2, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { savedViewDelete, savedViewKeep } from "../../../../../sync/mutations/account.ts";
import { accountById } from "../../../../../sync/queries/profile.ts";
import { characters } from "../../../../../sync/schema/fields.ts";
import { type SavedView, viewLimits } from "../../../../../sync/schema/views.ts";
import { compareNames } from "../../../../i18n/compare-names.ts";
import { useQueryOr } from "../../../../state/query.ts";
import { usePerson } from "../../../../state/session.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Field } from "../../../../ui/field.tsx";
import { FormDialog } from "../../../../ui/form-dialog.tsx";
import { TextInput } from "../../../../ui/inputs.tsx";
import { Menu } from "../../../../ui/menu.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { useMutationToast } from "../../../sync/use-mutation-toast.ts";
import type { ReviewFilter } from "../../search.ts";
import { appliedView, isView, viewOf } from "./filter.ts";

interface SavedViewsProps {
  /** With the status that is shown. */
  search: ReviewFilter;
  onApply: (search: ReviewFilter) => void;
}

export function SavedViews({ search, onApply }: SavedViewsProps) {
  const { t } = useLingui();
  const person = usePerson();
  const most = viewLimits.saved;
  const saved = useQueryOr(accountById(person.id), null)?.saved_views ?? {};
  const views = Object.entries(saved).sort(([, a], [, b]) => compareNames(a.name, b.name));
  const [naming, setNaming] = useState<{ id: string; view: SavedView } | null>(null);
  const [managing, setManaging] = useState(false);
  const keep = useMutationToast(savedViewKeep);
  const remove = useMutationToast(savedViewDelete);
  const save = async (id: string, view: SavedView) => {
    setNaming(null);
    const done = await keep(person.id, id, view);
    if (done.ok) showToast({ title: t`View saved` });
  };
  const take = async (id: string, view: SavedView) => {
    const done = await remove(person.id, id);
    if (!done.ok) return;
    if (views.length === 1) setManaging(false);
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
          {
            key: "save",
            icon: BookmarkPlus,
            label: t`Save this view…`,
            group: views.length > 0,
            disabled: views.length >= most,
            onSelect: () => setNaming({ id: crypto.randomUUID(), view: { name: "", search: viewOf(search) } }),
          },
          ...(views.length > 0
            ? [{ key: "manage", icon: Settings2, label: t`Manage views…`, onSelect: () => setManaging(true) }]
            : []),
        ]}
      />
      {managing && !naming && (
        <Dialog open size="sm" title={<Trans>Saved views</Trans>} onClose={() => setManaging(false)}>
          <ul aria-label={t`Saved views`} className="divide-y divide-line">
            {views.map(([id, view]) => {
              const { name } = view;
              return (
                <li key={id} className="flex items-center gap-1 py-1">
                  <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                  <IconButton icon={Pencil} label={t`Rename “${name}”`} onClick={() => setNaming({ id, view })} />
                  <IconButton icon={Trash2} label={t`Delete “${name}”`} onClick={() => void take(id, view)} />
                </li>
              );
            })}
          </ul>
          <p className="mt-3 text-muted text-sm">
            <Trans>At most {most} views. They are yours alone, on all your devices.</Trans>
          </p>
        </Dialog>
      )}
      {naming && (
        <NameDialog
          name={naming.view.name}
          others={views.filter(([id]) => id !== naming.id).map(([, { name }]) => name)}
          onClose={() => setNaming(null)}
          onSave={(name) => void save(naming.id, { ...naming.view, name })}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  /** Empty: of a new view. */
  name: string;
  /** Names that are taken. */
  others: readonly string[];
  onClose: () => void;
  onSave: (name: string) => void;
}

function NameDialog({ name, others, onClose, onSave }: NameDialogProps) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState(name);
  const [tried, setTried] = useState(false);
  const trimmed = text.trim();
  const longest = viewLimits.name;
  const taken = others.some((other) => other.toLowerCase() === trimmed.toLowerCase());
  const error =
    trimmed === ""
      ? t`Give the view a name.`
      : characters(trimmed) > longest
        ? t`At most ${longest} characters.`
        : taken
          ? t`You already have a view with this name.`
          : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!error) onSave(trimmed);
  };
  return (
    <FormDialog
      formId={id}
      onClose={onClose}
      title={name === "" ? <Trans>Save this view</Trans> : <Trans>Rename view</Trans>}
      submitLabel={<Trans>Save view</Trans>}
    >
      <form id={id} onSubmit={submit} noValidate>
        <Field
          label={t`Name`}
          error={tried ? error : undefined}
          help={t`It keeps the filters, the order and the search, for every campaign.`}
        >
          <TextInput autoFocus value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </form>
    </FormDialog>
  );
}
