// Edits a campaign. Writes only changed fields, so that edits from other devices survive.
import { useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useToday } from "#features/common/campaign-rules.ts";
import { changedOnly } from "#lib/changed-only.ts";
import { useQuery } from "#state/query.ts";
import { useSite } from "#state/site-settings.ts";
import { useMutation } from "#state/store.ts";
import { campaignEdit } from "#sync/mutations/campaigns.ts";
import { briefById } from "#sync/queries/campaigns.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { SkeletonList } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toast.tsx";
import { CampaignForm } from "../../widgets/form/campaign-form.tsx";
import { type CampaignFormOut, toForm, toRows } from "../../widgets/form/campaign-values.ts";

const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");

export function CampaignEdit({ campaign }: { campaign: Campaign }) {
  const brief = useQuery(briefById(campaign.id));
  if (brief.state !== "ready") return <SkeletonList rows={3} />;
  return <EditForm campaign={campaign} brief={brief.data} />;
}

function EditForm({ campaign, brief }: { campaign: Campaign; brief: Brief | null }) {
  const { t } = useLingui();
  const { step = "basic" } = route.useSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/$campaignId/" });
  const stored = toForm(campaign, brief);
  const { mostTesters } = useSite();
  const edit = useMutation(campaignEdit);
  const today = useToday();

  const send = async (values: CampaignFormOut) => {
    const rows = toRows(values);
    const was = toRows({ ...stored, max_testers: stored.max_testers ?? 0 } as CampaignFormOut);
    const changed = changedOnly(rows.campaign, was.campaign);
    // Another app has another newest build.
    const briefChanged = "app_id" in changed || Object.keys(changedOnly(rows.brief, was.brief)).length > 0;
    const done = await edit(campaign.id, changed, briefChanged ? rows.brief : undefined);
    if (!done.ok) return done;
    showToast({ title: t`Changes saved` });
    await navigate({ search: {} });
    return done;
  };
  return (
    <CampaignForm
      defaults={stored}
      existing
      draft={`campaign-edit|${campaign.id}`}
      limits={{
        mostTesters,
        fewestTesters: campaign.testers_joined,
        earliestStart: campaign.start_date.localeCompare(today) < 0 ? campaign.start_date : today,
      }}
      published={campaign.status !== "draft"}
      currency={campaign.currency}
      tab={step}
      onTab={(next) => void navigate({ search: { tab: "edit", step: next }, replace: true, resetScroll: false })}
      onSend={send}
    />
  );
}
