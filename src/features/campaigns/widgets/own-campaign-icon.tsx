import type { ComponentProps } from "react";
import { appById } from "../../../../sync/queries/apps.ts";
import type { Campaign } from "../../../../sync/schema/campaigns.ts";
import { useQueryOr } from "../../../state/query.ts";
import { AppIcon, faceOf } from "../../catalog/widgets/app-icon.tsx";

interface OwnCampaignIconProps extends Pick<ComponentProps<typeof AppIcon>, "size"> {
  campaign: Pick<Campaign, "id" | "app_id">;
}

/** For its developer, whose device has the app. */
export function OwnCampaignIcon({ campaign, size }: OwnCampaignIconProps) {
  const app = useQueryOr(campaign.app_id ? appById(campaign.app_id) : null, null);
  return <AppIcon app={faceOf(campaign, app?.icon_path)} {...(size ? { size } : {})} />;
}
