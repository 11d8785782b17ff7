import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { briefById } from "../../../../sync/queries/campaigns.ts";
import type { Campaign } from "../../../../sync/schema/campaigns.ts";
import { jsonBytes, templateLimits } from "../../../../sync/schema/templates.ts";
import { useQuery } from "../../../state/query.ts";
import { isSameName, NameDialog } from "../../../ui/name-dialog.tsx";
import { useSavedTemplates } from "../use-saved-templates.ts";

/** Saves a campaign's texts, questions and time as a template. One of the same name is replaced. */
export function SaveTemplate({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui();
  const brief = useQuery(briefById(campaign.id));
  const templates = useSavedTemplates();
  // One per dialog: a second click writes the same template again.
  const [newId] = useState(() => crypto.randomUUID());
  const most = templateLimits.saved;
  // Without the instructions, half of it would be lost.
  if (brief.state !== "ready") return null;
  const { description, requirements, agreement, screening, effort_minutes } = campaign;
  const instructions = brief.data?.instructions ?? "";
  const idOf = (name: string) => templates.all.find((one) => isSameName(one.name, name))?.id;
  const template = (name: string) => ({
    ...{ name, description, requirements, instructions, agreement, screening, effort_minutes },
  });
  const problem = (name: string) => {
    const same = idOf(name);
    if (same === undefined && templates.all.length >= most)
      return t`You have ${most} templates. Delete one first, or replace one by its name.`;
    if (jsonBytes([...templates.all.filter(({ id }) => id !== same), template(name)]) > templateLimits.bytes)
      return t`With this one your templates are too long. Delete one first.`;
    return undefined;
  };
  const save = async (name: string) => {
    if (await templates.keep(idOf(name) ?? newId, template(name))) onClose();
  };
  return (
    <NameDialog
      title={<Trans>Save as template</Trans>}
      submitLabel={<Trans>Save template</Trans>}
      name={[...campaign.title].slice(0, templateLimits.name).join("").trim()}
      longest={templateLimits.name}
      missing={t`Give the template a name.`}
      problem={problem}
      help={t`It keeps description, requirements, questions, time, instructions and agreement. A template of the same name is replaced.`}
      onClose={onClose}
      onSave={(name) => void save(name)}
    />
  );
}
