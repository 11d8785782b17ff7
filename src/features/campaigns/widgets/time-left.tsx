import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatLongDate } from "#i18n/format.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { daysLeft, useToday } from "../../common/campaign-rules.ts";

export function TimeLeft({ campaign }: { campaign: Pick<Campaign, "end_date"> }) {
  const { i18n } = useLingui();
  const days = daysLeft(campaign, useToday());
  return (
    <time dateTime={campaign.end_date} title={formatLongDate(campaign.end_date, i18n.locale)}>
      {days < 0 ? <Trans>Ended</Trans> : <Plural value={days} _0="Ends today" one="# day left" other="# days left" />}
    </time>
  );
}
