import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarDays, Clock, MonitorSmartphone, Tag, Timer } from "lucide-react";
import type { ReactNode } from "react";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Fact } from "#ui/fact.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { categoryLabel, platformLabel } from "../../common/campaign-labels.ts";
import { Effort } from "./effort.tsx";
import { minutesOf } from "./work.tsx";

interface TestFactsProps {
  campaign: Pick<
    Campaign,
    "start_date" | "end_date" | "effort_minutes" | "task_minutes" | "platform" | "category" | "review_days"
  >;
  children?: ReactNode;
}

export function TestFacts({ campaign, children }: TestFactsProps) {
  const { t } = useLingui();
  const minutes = minutesOf(campaign);
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-raised px-4 text-sm md:px-5 shadow-sm">
      <Fact large icon={CalendarDays} label={t`Dates`}>
        <DateText value={campaign.start_date} absolute /> – <DateText value={campaign.end_date} absolute />
      </Fact>
      {minutes > 0 && (
        <Fact large icon={Timer} label={t`Time needed`} detail={<Trans>The developer's estimate.</Trans>}>
          <span className="inline-block first-letter:uppercase">
            <Effort minutes={minutes} />
          </span>
        </Fact>
      )}
      <Fact large icon={MonitorSmartphone} label={t`Platform`}>
        {t(platformLabel[campaign.platform])}
      </Fact>
      <Fact large icon={Tag} label={t`Category`}>
        {t(categoryLabel[campaign.category])}
      </Fact>
      <Fact
        large
        icon={Clock}
        label={t`Answer`}
        detail={<Trans>A report without an answer by then counts as approved.</Trans>}
      >
        <Plural value={campaign.review_days} one="Within # day of each report" other="Within # days of each report" />
      </Fact>
      {children}
    </dl>
  );
}
