import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatLongDate } from "#i18n/format.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { daysLeft, hasEnded, useToday } from "../../common/campaign-rules.ts";

interface TimeLeftProps {
  /** Without a status, as in cards, it is active. */
  campaign: Pick<Campaign, "end_date"> & Partial<Pick<Campaign, "status">>;
}

export function TimeLeft({ campaign }: TimeLeftProps) {
  const { i18n } = useLingui();
  const today = useToday();
  const days = daysLeft(campaign, today);
  const ended = hasEnded({ status: "active", ...campaign }, today);
  return (
    <time dateTime={campaign.end_date} title={formatLongDate(campaign.end_date, i18n.locale)}>
      {ended ? <Trans>Ended</Trans> : <Plural value={days} _0="Ends today" one="# day left" other="# days left" />}
    </time>
  );
}
