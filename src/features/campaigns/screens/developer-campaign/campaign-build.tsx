// What testers get and where they find the campaign: its app, its build and its public address.
import { Trans, useLingui } from "@lingui/react/macro";
import { webAddress } from "#features/catalog/build-links.ts";
import { testPath } from "#features/common/campaign-rules.ts";
import { useQueryOr } from "#state/query.ts";
import { appById } from "#sync/queries/apps.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { TextLink } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Fact } from "#ui/fact.tsx";
import { ShareButton } from "#ui/share-button.tsx";
import { OwnCampaignIcon } from "../../widgets/own-campaign-icon.tsx";
import type { Builds } from "./ended-build.tsx";

interface CampaignBuildProps {
  campaign: Campaign;
  builds: Builds;
  manages: boolean;
}

export function CampaignBuild({ campaign, builds: { brief, release }, manages }: CampaignBuildProps) {
  const { t } = useLingui();
  const app = useQueryOr(campaign.app_id ? appById(campaign.app_id) : null, null);
  const link = webAddress(brief?.build_url ?? "");
  const address = `${window.location.origin}${testPath(campaign.id)}`;
  const edit = manages && campaign.status !== "completed" && campaign.status !== "archived";
  const change = edit && (
    <TextLink from="/developer/campaigns/$campaignId/" to="." search={{ tab: "edit" }}>
      {release || link ? <Trans>Change</Trans> : <Trans>Choose a build</Trans>}
    </TextLink>
  );
  return (
    <section
      aria-label={t`App and build`}
      className="flex flex-wrap items-start gap-x-8 gap-y-4 rounded-lg border border-line bg-raised p-4 text-sm md:p-5"
    >
      <div className="flex min-w-0 flex-1 basis-80 flex-wrap items-start gap-x-8 gap-y-4">
        <div className="flex min-w-0 gap-3">
          <OwnCampaignIcon campaign={campaign} />
          <dl className="min-w-0">
            <Fact label={t`App`}>
              {app ? (
                <TextLink to="/developer/apps/$appId" params={{ appId: app.id }}>
                  {app.title}
                </TextLink>
              ) : (
                <Trans context="feminine">None</Trans>
              )}
            </Fact>
          </dl>
        </div>
        <dl className="min-w-0">
          <Fact
            label={t`Build`}
            detail={
              <>
                {brief?.follows_newest && (
                  <>
                    <Trans>Always the newest published build</Trans>
                    {change && " · "}
                  </>
                )}
                {change}
              </>
            }
          >
            {release ? (
              <Trans>Version {release.version}</Trans>
            ) : link ? (
              link.host
            ) : brief?.follows_newest ? (
              <Trans>None published yet</Trans>
            ) : (
              <Trans context="feminine">None</Trans>
            )}
          </Fact>
        </dl>
      </div>
      {campaign.visibility !== "private" && (
        <dl className="min-w-0 flex-1 basis-80">
          <Fact
            label={t`Link for testers`}
            detail={campaign.status === "draft" && <Trans>It works once the campaign is published.</Trans>}
          >
            <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <span className="min-w-0 break-all">{address}</span>
              <span className="flex flex-wrap gap-2">
                <CopyButton text={address} copied={t`Link copied`} />
                <ShareButton
                  path={testPath(campaign.id)}
                  title={campaign.title}
                  text={campaign.description}
                  size="sm"
                />
              </span>
            </span>
          </Fact>
        </dl>
      )}
    </section>
  );
}
