import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Campaign } from "../../../../sync/schema/campaigns.ts";
import { formatLongDate } from "../../../i18n/format.ts";
import { daysLeft, useToday } from "../rules.ts";

/** The deadline as what is left until then; the date itself when pointed at. */
export function TimeLeft({ campaign }: { campaign: Pick<Campaign, "end_date"> }) {
  const { i18n } = useLingui();
  const days = daysLeft(campaign, useToday());
  return (
    <time dateTime={campaign.end_date} title={formatLongDate(campaign.end_date, i18n.locale)}>
      {days < 0 ? <Trans>Ended</Trans> : <Plural value={days} _0="Ends today" one="# day left" other="# days left" />}
    </time>
  );
}
