import { useLingui } from "@lingui/react/macro";
import { useQueryOr } from "#state/query.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/inputs.tsx";
import type { ReportDraft } from "./use-report-draft.ts";

interface BuildChoiceProps {
  draft: ReportDraft;
  campaign: Campaign | null;
  application: Application | null;
  brief: Brief | null;
}

export function BuildChoice({ draft, campaign, application, brief }: BuildChoiceProps) {
  const { t } = useLingui();
  const named = new Set([draft.values.release_id, application?.release_id, brief?.release_id]);
  // The device also holds builds from other campaigns of the app. The server rejects those here.
  const builds = useQueryOr(campaign?.app_id ? releasesOf(campaign.app_id) : null, []).filter(({ id }) =>
    named.has(id),
  );
  if (builds.length === 0) return null;
  return (
    <Field label={t`Build`} help={t`The version in which you saw it.`} optional>
      <Select
        value={draft.values.release_id ?? ""}
        placeholder={t`I do not know`}
        options={builds.map(({ id, version }) => ({ value: id, label: version }))}
        onChange={(event) => draft.change({ release_id: event.target.value || null })}
      />
    </Field>
  );
}
