import { useQueryOr } from "#state/query.ts";
import { appById } from "#sync/queries/apps.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { AppIcon, faceOf } from "../../catalog/widgets/app-icon.tsx";

/** For the developer, whose device holds the app. */
export function OwnCampaignIcon({ campaign }: { campaign: Pick<Campaign, "id" | "app_id"> }) {
  const app = useQueryOr(campaign.app_id ? appById(campaign.app_id) : null, null);
  return <AppIcon app={faceOf(campaign, app?.icon_path)} size="sm" />;
}
