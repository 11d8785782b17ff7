import { useLingui } from "@lingui/react/macro";
import { savedTemplateDelete, savedTemplateKeep } from "#sync/mutations/account.ts";
import { accountById } from "#sync/queries/profile.ts";
import type { SavedTemplate } from "#sync/schema/templates.ts";
import { compareNames } from "../../i18n/compare-names.ts";
import { useQueryOr } from "../../state/query.ts";
import { usePerson } from "../../state/session.ts";
import { showToast } from "../../ui/toast.tsx";
import { useMutationToast } from "../sync/use-mutation-toast.ts";

interface SavedTemplates {
  all: readonly (SavedTemplate & { id: string })[];
  /** Resolves to false after showing an error. */
  keep: (id: string, template: SavedTemplate) => Promise<boolean>;
  remove: (id: string) => Promise<void>;
}

export function useSavedTemplates(): SavedTemplates {
  const { t } = useLingui();
  const person = usePerson();
  const saved = useQueryOr(accountById(person.id), null)?.saved_templates ?? {};
  const write = useMutationToast(savedTemplateKeep);
  const take = useMutationToast(savedTemplateDelete);
  const keep = async (id: string, template: SavedTemplate) => {
    const done = await write(person.id, id, template);
    if (done.ok) showToast({ title: t`Template saved` });
    return done.ok;
  };
  const remove = async (id: string) => {
    const old = saved[id];
    const done = await take(person.id, id);
    if (!done.ok || !old) return;
    showToast({ title: t`Template deleted`, action: { label: t`Undo`, onSelect: () => void keep(id, old) } });
  };
  return {
    all: Object.entries(saved)
      .map(([id, template]) => ({ id, ...template }))
      .sort((a, b) => compareNames(a.name, b.name)),
    keep,
    remove,
  };
}
