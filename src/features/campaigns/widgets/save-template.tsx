import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "#state/query.ts";
import { briefById } from "#sync/queries/campaigns.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { jsonBytes, templateLimits } from "#sync/schema/templates.ts";
import { isSameName, NameDialog } from "#ui/name-dialog.tsx";
import { useSavedTemplates } from "../use-saved-templates.ts";

/**
 * Saves a campaign's texts, questions and effort as a template, replacing one with the same name.
 */
export function SaveTemplate({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui();
  const brief = useQuery(briefById(campaign.id));
  const templates = useSavedTemplates();
  // One id per dialog makes a second click idempotent.
  const [newId] = useState(() => crypto.randomUUID());
  const most = templateLimits.saved;
  // Wait for the brief, which contains the instructions.
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
      return t`Your templates would take up too much space. Delete one first.`;
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
