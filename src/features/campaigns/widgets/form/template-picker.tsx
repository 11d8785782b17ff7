// Fills a new campaign from a built-in or saved template. Asks before it overwrites typed text.
import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, Bug, Languages, type LucideIcon, MousePointerClick, RefreshCcw, Settings2 } from "lucide-react";
import { useId, useState } from "react";
import { type SharedEntry, useSharedItems } from "#features/common/use-shared-items.ts";
import { ShareMenu } from "#features/common/widgets/share-menu.tsx";
import { SharedName, SharedNames } from "#features/common/widgets/shared-names.tsx";
import { compareNames } from "#i18n/compare-names.ts";
import { useOrganization } from "#state/organization.ts";
import { type TemplateValues, templateLimits } from "#sync/schema/templates.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { isSameName, NameDialog } from "#ui/name-dialog.tsx";
import { NamesDialog } from "#ui/names-dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import {
  filledFields,
  type TemplateField,
  type TemplateName,
  templateFieldLabel,
  templateLabel,
  templateNames,
  templateValues,
  typedFields,
} from "../../templates.ts";
import { useSavedTemplates } from "../../use-saved-templates.ts";
import type { CampaignFormApi } from "./tab-props.ts";

const icons: { readonly [N in TemplateName]: LucideIcon } = {
  usability: MousePointerClick,
  bugs: Bug,
  translation: Languages,
  regression: RefreshCcw,
};

interface Chosen {
  label: string;
  template: TemplateValues;
}

export function TemplatePicker({ form }: { form: CampaignFormApi }) {
  const { t } = useLingui();
  const headingId = useId();
  const saved = useSavedTemplates();
  const ours = useSharedTemplates().entries;
  const [asked, setAsked] = useState<(Chosen & { typed: TemplateField[] }) | null>(null);
  const [managing, setManaging] = useState(false);
  const listed = (fields: readonly TemplateField[]) => fields.map((field) => t(templateFieldLabel[field])).join(", ");
  const fill = ({ label, template }: Chosen) => {
    setAsked(null);
    // Generate new question ids: applicants' answers refer to them, so campaigns must not share
    // ids.
    const values = { ...template, screening: template.screening.map((q) => ({ ...q, id: crypto.randomUUID() })) };
    const filled = filledFields(template);
    for (const field of filled)
      form.setValue(field, values[field], { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    const fields = listed(filled);
    showToast({ title: t`Template “${label}” applied`, description: t`${fields}. Edit anything you like.` });
  };
  const choose = (chosen: Chosen) => {
    const { description, requirements, instructions, agreement, screening, effort_minutes } = form.getValues();
    const values = { description, requirements, instructions, agreement, screening, effort_minutes };
    const all = [
      ...templateNames.map((name) => templateValues(t, name)),
      ...saved.all,
      ...ours.map(({ value }) => value),
    ];
    const typed = typedFields(values, chosen.template, all);
    if (typed.length === 0) fill(chosen);
    else setAsked({ ...chosen, typed });
  };
  const replaced = listed(asked?.typed ?? []);
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h2 id={headingId} className="font-semibold text-sm">
        <Trans>Start from a template</Trans>
      </h2>
      <div className="flex flex-wrap gap-2">
        {templateNames.map((name) => (
          <Button
            key={name}
            size="sm"
            icon={icons[name]}
            onClick={() => choose({ label: t(templateLabel[name]), template: templateValues(t, name) })}
          >
            {t(templateLabel[name])}
          </Button>
        ))}
        {saved.all.length + ours.length > 0 && (
          <Menu
            label={ours.length > 0 ? t`Saved templates` : t`My templates`}
            icon={Bookmark}
            text={ours.length > 0 ? <Trans>Saved templates</Trans> : <Trans>My templates</Trans>}
            items={[
              ...saved.all.map((template) => ({
                key: template.id,
                label: <span className="min-w-0 max-w-64 truncate">{template.name}</span>,
                onSelect: () => choose({ label: template.name, template }),
              })),
              ...ours.map(({ id, organization, value }, index) => ({
                key: id,
                label: <SharedName name={value.name} organization={organization.name} />,
                group: index === 0 && saved.all.length > 0,
                onSelect: () => choose({ label: value.name, template: value }),
              })),
              menuEntry("manage", Settings2, t`Manage templates…`, { group: true, opensDialog: true }, () =>
                setManaging(true),
              ),
            ]}
          />
        )}
      </div>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && fill(asked)}
        title={<Trans>Replace what you have entered?</Trans>}
        confirmLabel={<Trans>Use template</Trans>}
        tone="primary"
      >
        <Trans>The template replaces: {replaced}.</Trans>
      </ConfirmDialog>
      {managing && <ManageTemplates onClose={() => setManaging(false)} />}
    </section>
  );
}

/** The templates that the organization on the screen shares, by name. */
function useSharedTemplates() {
  const shared = useSharedItems("template", useOrganization().org_id);
  return { ...shared, entries: shared.entries.sort((a, b) => compareNames(a.value.name, b.value.name)) };
}

function ManageTemplates({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { all, keep, remove } = useSavedTemplates();
  const shared = useSharedTemplates();
  const [renaming, setRenaming] = useState<{ id: string; name: string; entry?: SharedEntry<"template"> } | null>(null);
  const most = templateLimits.saved;
  const rename = async (name: string) => {
    const entry = renaming?.entry;
    if (entry && (await shared.keep({ ...entry, value: { ...entry.value, name } }))) setRenaming(null);
    const own = all.find(({ id }) => id === renaming?.id);
    if (entry || !own) return;
    const { id, ...template } = own;
    if (await keep(id, { ...template, name })) setRenaming(null);
  };
  const take = async (id: string) => {
    if (all.length === 1 && shared.entries.length === 0) onClose();
    await remove(id);
  };
  if (!renaming)
    return (
      <NamesDialog
        title={t`My templates`}
        things={all}
        note={<Trans>At most {most} templates. They are yours alone, on all your devices.</Trans>}
        onRename={(id) => setRenaming(all.find((one) => one.id === id) ?? null)}
        onDelete={(id) => void take(id)}
        onClose={onClose}
        action={({ id, name }) => (
          <ShareMenu
            label={t`Share “${name}”`}
            organizations={shared.organizations}
            onShare={(one) => void shared.share(id, one)}
          />
        )}
      >
        <SharedNames
          entries={shared.entries}
          onRename={(entry) => setRenaming({ id: entry.id, name: entry.value.name, entry })}
          onDelete={(entry) => void shared.remove(entry)}
        />
      </NamesDialog>
    );
  const siblings = renaming.entry ? shared.entries.map(({ id, value }) => ({ id, name: value.name })) : all;
  return (
    <NameDialog
      title={<Trans>Rename template</Trans>}
      submitLabel={<Trans>Save name</Trans>}
      name={renaming.name}
      longest={templateLimits.name}
      missing={t`Give the template a name.`}
      problem={(name) =>
        siblings.some((one) => one.id !== renaming.id && isSameName(one.name, name))
          ? t`You already have a template with this name.`
          : undefined
      }
      onClose={() => setRenaming(null)}
      onSave={(name) => void rename(name)}
    />
  );
}
