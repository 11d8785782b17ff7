// Templates for a new campaign: fill in description, instructions, questions and time. What was
// typed is replaced only after a question.
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Bug, Languages, type LucideIcon, MousePointerClick, RefreshCcw } from "lucide-react";
import { useId, useState } from "react";
import type { Labels } from "../../../../i18n/labels.ts";
import { Button } from "../../../../ui/button.tsx";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import {
  type TemplateName,
  type TemplateValues,
  templateLabel,
  templateNames,
  templateValues,
  typedFields,
} from "../../templates.ts";
import type { CampaignFormApi } from "./tab-props.ts";

const icons: { readonly [N in TemplateName]: LucideIcon } = {
  usability: MousePointerClick,
  bugs: Bug,
  translation: Languages,
  regression: RefreshCcw,
};

const fieldLabel: Labels<keyof TemplateValues> = {
  description: msg`Description`,
  instructions: msg`Instructions`,
  screening: msg`Questions`,
  effort_minutes: msg`Time needed`,
};

export function TemplatePicker({ form }: { form: CampaignFormApi }) {
  const { t } = useLingui();
  const headingId = useId();
  const [asked, setAsked] = useState<{ name: TemplateName; typed: (keyof TemplateValues)[] } | null>(null);
  const fill = (name: TemplateName) => {
    setAsked(null);
    const values = templateValues(t, name, () => crypto.randomUUID());
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue("description", values.description, options);
    form.setValue("instructions", values.instructions, options);
    form.setValue("screening", values.screening, options);
    form.setValue("effort_minutes", values.effort_minutes, options);
    const label = t(templateLabel[name]);
    showToast({
      title: t`Template “${label}” filled in`,
      description: t`Description, time, instructions and questions: change what you like.`,
    });
  };
  const choose = (name: TemplateName) => {
    const { description, instructions, screening, effort_minutes } = form.getValues();
    const typed = typedFields(t, { description, instructions, screening, effort_minutes });
    if (typed.length === 0) fill(name);
    else setAsked({ name, typed });
  };
  const replaced = asked?.typed.map((field) => t(fieldLabel[field])).join(", ") ?? "";
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h2 id={headingId} className="font-semibold text-sm">
        <Trans>Start from a template</Trans>
      </h2>
      <div className="flex flex-wrap gap-2">
        {templateNames.map((name) => (
          <Button key={name} size="sm" icon={icons[name]} onClick={() => choose(name)}>
            {t(templateLabel[name])}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && fill(asked.name)}
        title={<Trans>Replace what you have entered?</Trans>}
        confirmLabel={<Trans>Use template</Trans>}
        tone="primary"
      >
        <Trans>The template replaces: {replaced}.</Trans>
      </ConfirmDialog>
    </section>
  );
}
