import { Trans } from "@lingui/react/macro";
import { Undo2 } from "lucide-react";
import { endOf } from "#features/catalog/build-action.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useQuery } from "#state/query.ts";
import { isUnread } from "#sync/files/build-checks.ts";
import { campaignBuild } from "#sync/mutations/campaigns.ts";
import { briefById } from "#sync/queries/campaigns.ts";
import { newestBuild, releaseById, releasesOf } from "#sync/queries/releases.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { useNow } from "#ui/use-now.ts";

export interface Builds {
  brief: Brief | null;
  release: Release | null;
  all: readonly Release[];
}

export function useBuilds({ id, app_id: appId }: Campaign): Builds | null {
  const brief = useQuery(briefById(id));
  const releaseId = (brief.state === "ready" && brief.data?.release_id) || null;
  const release = useQuery(releaseId === null ? null : releaseById(releaseId));
  const all = useQuery(appId === null ? null : releasesOf(appId));
  if (brief.state === "loading") return null;
  if ((releaseId !== null && release.state === "loading") || (appId !== null && all.state === "loading")) return null;
  return {
    brief: brief.state === "ready" ? brief.data : null,
    release: release.state === "ready" ? release.data : null,
    all: all.state === "ready" ? all.data : [],
  };
}

interface EndedBuildProps {
  campaign: Campaign;
  builds: Builds;
  manages: boolean;
}

/** True if testers cannot use the build. Mirrors `private.is_handed_out`. */
const isRejected = ({ check_failure, signing_kind }: Release, { visibility }: Campaign): boolean =>
  (check_failure !== "" && !isUnread(check_failure)) || (signing_kind === "enterprise" && visibility === "public");

const since = ({ published_at, created_at }: Release): string => published_at ?? created_at;

/** Warns that testers cannot get the campaign's build. */
export function EndedBuild({ campaign, builds: { brief, release, all }, manages }: EndedBuildProps) {
  const handOut = useMutationToast(campaignBuild);
  const now = useNow();
  if (!release) return null;
  const ended = endOf(release, now);
  if (!ended && !isRejected(release, campaign)) return null;
  const latest = newestBuild(all, now);
  const version = latest?.version;
  const newer = latest !== undefined && since(latest) > since(release);
  return (
    <Notice
      tone="caution"
      title={
        !ended ? (
          <Trans>Testers do not get the build of this campaign</Trans>
        ) : ended === "expired" ? (
          <Trans>The build of this campaign has expired</Trans>
        ) : ended === "removed" ? (
          <Trans>The file of this build was removed</Trans>
        ) : (
          <Trans>The build of this campaign was withdrawn</Trans>
        )
      }
      action={
        manages && (
          <div className="flex flex-wrap gap-2">
            {latest && !brief?.follows_newest && (
              <Button size="sm" {...(!newer && { icon: Undo2 })} onClick={() => void handOut(campaign.id, latest.id)}>
                {newer ? <Trans>Use {version}</Trans> : <Trans>Back to {version}</Trans>}
              </Button>
            )}
            <LinkButton size="sm" from="/developer/campaigns/$campaignId/" to="." search={{ tab: "edit" }}>
              <Trans>Choose another build</Trans>
            </LinkButton>
          </div>
        )
      }
    >
      {ended ? (
        <Trans>New testers get no build until you choose another one.</Trans>
      ) : (
        <Trans>Its page among the app's releases says what is wrong with it. Choose another one.</Trans>
      )}
    </Notice>
  );
}
