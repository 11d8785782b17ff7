// Fills a new campaign from a built-in or saved template. Asks before it overwrites typed text.
import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, Bug, Languages, type LucideIcon, MousePointerClick, RefreshCcw, Settings2 } from "lucide-react";
import { useId, useState } from "react";
import { type TemplateValues, templateLimits } from "#sync/schema/templates.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Menu } from "#ui/menu.tsx";
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
    const all = [...templateNames.map((name) => templateValues(t, name)), ...saved.all];
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
        {saved.all.length > 0 && (
          <Menu
            label={t`My templates`}
            icon={Bookmark}
            text={<Trans>My templates</Trans>}
            items={[
              ...saved.all.map((template) => ({
                key: template.id,
                label: <span className="min-w-0 max-w-64 truncate">{template.name}</span>,
                onSelect: () => choose({ label: template.name, template }),
              })),
              {
                key: "manage",
                icon: Settings2,
                label: t`Manage templates…`,
                group: true,
                opensDialog: true,
                onSelect: () => setManaging(true),
              },
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

function ManageTemplates({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { all, keep, remove } = useSavedTemplates();
  const [renaming, setRenaming] = useState<(typeof all)[number] | null>(null);
  const most = templateLimits.saved;
  const rename = async (name: string) => {
    if (!renaming) return;
    const { id, ...template } = renaming;
    if (await keep(id, { ...template, name })) setRenaming(null);
  };
  const take = async (id: string) => {
    if (all.length === 1) onClose();
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
      />
    );
  return (
    <NameDialog
      title={<Trans>Rename template</Trans>}
      submitLabel={<Trans>Save name</Trans>}
      name={renaming.name}
      longest={templateLimits.name}
      missing={t`Give the template a name.`}
      problem={(name) =>
        all.some((one) => one.id !== renaming.id && isSameName(one.name, name))
          ? t`You already have a template with this name.`
          : undefined
      }
      onClose={() => setRenaming(null)}
      onSave={(name) => void rename(name)}
    />
  );
}
