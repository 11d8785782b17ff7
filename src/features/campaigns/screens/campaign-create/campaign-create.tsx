// Create New Campaign: saves a draft, offers to publish it in a toast, and opens My Campaigns.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { CircleCheckBig } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useToday } from "#features/common/campaign-rules.ts";
import { RoleNotice } from "#features/organizations/widgets/role-notice.tsx";
import { failureText } from "#features/sync/failures.ts";
import { REDIRECT_AFTER_CAMPAIGN_MS } from "#lib/constants.ts";
import { useCan, useOrganization } from "#state/organization.ts";
import { useQuery } from "#state/query.ts";
import { useSite } from "#state/site-settings.ts";
import { useMutation } from "#state/store.ts";
import { campaignCreate, campaignHasBuild, campaignPublish } from "#sync/mutations/campaigns.ts";
import { appsOfOrganization } from "#sync/queries/apps.ts";
import { campaignsOfOrganization } from "#sync/queries/campaigns.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { BackLink, Page } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toast.tsx";
import { useSiteCurrency } from "../../use-site-currency.ts";
import { CampaignForm } from "../../widgets/form/campaign-form.tsx";
import { type CampaignFormOut, defaultTesters, emptyForm, NEWEST, toRows } from "../../widgets/form/campaign-values.ts";

const route = getRouteApi("/_signed-in/developer/campaigns/create");

export function CampaignCreate() {
  const { t } = useLingui();
  const [made, setMade] = useState<Campaign | null>(null);
  const manages = useCan("manage");
  return (
    <Page
      title={t`Create New Campaign`}
      back={
        <BackLink to="/developer/campaigns">
          <Trans>My Campaigns</Trans>
        </BackLink>
      }
    >
      <RoleNotice needs="manage" />
      {made ? <Created campaign={made} /> : manages && <OfApp onMade={setMade} />}
    </Page>
  );
}

interface NewCampaignProps {
  onMade: (campaign: Campaign) => void;
}

/** Selects the app of the link, and the only app of an organization for its first campaign. */
function OfApp(props: NewCampaignProps) {
  const { app: wanted } = route.useSearch();
  const { org_id: orgId } = useOrganization();
  const apps = useQuery(appsOfOrganization(orgId));
  const campaigns = useQuery(campaignsOfOrganization(orgId));
  if (apps.state === "loading" || campaigns.state === "loading") return <SkeletonList rows={3} />;
  const known = apps.state === "ready" ? apps.data : [];
  const isFirst = campaigns.state === "ready" && campaigns.data.length === 0;
  const only = isFirst && known.length === 1 ? known[0] : undefined;
  return <NewCampaign key={orgId} {...props} preset={known.find(({ id }) => id === wanted) ?? only} />;
}

function NewCampaign({ onMade, preset }: NewCampaignProps & { preset: App | undefined }) {
  const { t } = useLingui();
  const { tab = "basic" } = route.useSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/create" });
  const [fresh, setFresh] = useState(0);
  const organization = useOrganization();
  const create = useMutation(campaignCreate);
  const hasBuild = useMutation(campaignHasBuild);
  const publish = useMutation(campaignPublish);
  const today = useToday();
  const { mostTesters } = useSite();
  // Apps that arrive later change no choice.
  const [app] = useState(preset && { app_id: preset.id, release_id: NEWEST, platform: preset.platform });
  const defaults = useMemo(
    () => ({ ...emptyForm, ...app, max_testers: defaultTesters(mostTesters) }),
    [app, mostTesters],
  );
  const currency = useSiteCurrency();

  const publishNow = async (id: string, asked = false) => {
    const subject = `campaign:${id}`;
    const found = await hasBuild(id);
    if (!asked && found.ok && !found.value) {
      showToast({
        ...{ subject, tone: "info", title: t`Publish without a build?` },
        description: t`Accepted testers find nothing to install.`,
        action: { label: t`Publish without a build`, onSelect: () => void publishNow(id, true) },
      });
      return;
    }
    const done = await publish(id, today);
    // The toast outlives this screen: the user may have published the campaign from its card.
    const already = !done.ok && done.error.type === "not_allowed" && done.error.code === "wrong_state";
    showToast(
      done.ok || already
        ? { subject, title: t`Campaign published` }
        : { tone: "danger", title: t(failureText(done.error)) },
    );
  };
  const send = async (values: CampaignFormOut) => {
    const rows = toRows(values);
    const done = await create({ ...rows.campaign, currency }, rows.brief, organization);
    if (!done.ok) return done;
    showToast({
      subject: `campaign:${done.value.id}`,
      title: <Trans>Campaign created!</Trans>,
      description: <Trans>Your beta testing campaign has been created successfully.</Trans>,
      action: { label: <Trans>Publish now</Trans>, onSelect: () => void publishNow(done.value.id) },
    });
    onMade(done.value);
    return done;
  };
  return (
    <CampaignForm
      key={fresh}
      defaults={defaults}
      draft="campaign-new"
      limits={{ mostTesters, fewestTesters: 0, earliestStart: today }}
      currency={currency}
      tab={tab}
      onTab={(next) =>
        void navigate({
          search: (old) => ({ ...old, tab: next === "basic" ? undefined : next }),
          replace: true,
          resetScroll: false,
        })
      }
      onSend={send}
      onRestart={() => setFresh((n) => n + 1)}
    />
  );
}

/** Toast after saving a draft, with a Publish button. Survives navigation. */
function Created({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(
      () => void navigate({ to: "/developer/campaigns", replace: true }),
      REDIRECT_AFTER_CAMPAIGN_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
  const { title } = campaign;
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-line bg-raised px-6 py-14 text-center shadow-sm">
      <CircleCheckBig aria-hidden className="size-12 text-positive" />
      <h2 className="text-lg">
        <Trans>“{title}” is saved as a draft</Trans>
      </h2>
      <p className="max-w-md text-muted">
        {campaign.visibility === "private" ? (
          <Trans>Testers you invite see it once you publish it. You can do that now, or later from My Campaigns.</Trans>
        ) : (
          <Trans>Testers see it once you publish it. You can do that now, or later from My Campaigns.</Trans>
        )}
      </p>
    </div>
  );
}
