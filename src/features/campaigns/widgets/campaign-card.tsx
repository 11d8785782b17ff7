// A campaign as testers see it in lists: what it is, what it asks, what it pays, how many places
// are left.
// The button belongs to the screen.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarDays, Coins, MonitorSmartphone, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { CampaignCard as Shown } from "../../../../sync/schema/catalog.ts";
import { Badge, Chip } from "../../../ui/badge.tsx";
import { Card, CardLink } from "../../../ui/card.tsx";
import { Fact } from "../../../ui/fact.tsx";
import { DateText, Money } from "../../../ui/formatted-values.tsx";
import { categoryLabel, platformLabel } from "../labels.ts";
import { requirementsOf, spotsRemaining } from "../rules.ts";

const CHIPS = 4;

interface CampaignCardProps {
  campaign: Omit<Shown, "xid" | "icon_path">;
  /** Apply Now, Continue Testing, a status. */
  action?: ReactNode;
  headingLevel?: 2 | 3;
}

export function CampaignCard({ campaign, action, headingLevel = 2 }: CampaignCardProps) {
  const { t } = useLingui();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  const requirements = requirementsOf(campaign);
  const hidden = requirements.length - CHIPS;
  return (
    <Card className="flex h-full flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <Heading className="text-base">
            <CardLink to="/tester/tests/$campaignId" params={{ campaignId: campaign.id }}>
              {campaign.title || (
                <Missing>
                  <Trans>Title of your campaign</Trans>
                </Missing>
              )}
            </CardLink>
          </Heading>
          <p className="text-muted text-sm">{campaign.developer_name}</p>
        </div>
        <Badge>{t(categoryLabel[campaign.category])}</Badge>
      </div>
      <p className="line-clamp-3 text-sm">
        {campaign.description || (
          <Missing>
            <Trans>What it is about</Trans>
          </Missing>
        )}
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
        <Fact icon={Coins} label={t`Reward`}>
          <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />
        </Fact>
        <Fact icon={CalendarDays} label={t`Deadline`}>
          {campaign.end_date ? (
            <DateText value={campaign.end_date} />
          ) : (
            <Missing>
              <Trans>No end date yet</Trans>
            </Missing>
          )}
        </Fact>
        <Fact icon={Users} label={t`Testers needed`}>
          {campaign.max_testers}
        </Fact>
        <Fact icon={MonitorSmartphone} label={t`Platform`}>
          {t(platformLabel[campaign.platform])}
        </Fact>
      </dl>
      {requirements.length > 0 && (
        <ul aria-label={t`Requirements`} className="flex flex-wrap gap-1.5">
          {requirements.slice(0, CHIPS).map((requirement) => (
            <li key={requirement} className="max-w-full">
              <Chip>{requirement}</Chip>
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <Chip>
                <Plural value={hidden} one="# more" other="# more" />
              </Chip>
            </li>
          )}
        </ul>
      )}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 border-line border-t pt-3">
        <Spots campaign={campaign} />
        {action}
      </div>
    </Card>
  );
}

/** In the preview of a campaign that is still being written. */
function Missing({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>;
}

function Spots({ campaign }: Pick<CampaignCardProps, "campaign">) {
  const joined = campaign.testers_joined;
  const wanted = campaign.max_testers;
  return (
    <p className="text-sm">
      <span className="block font-semibold">
        <Plural
          value={spotsRemaining(campaign)}
          _0="No spots remaining"
          one="# spot remaining"
          other="# spots remaining"
        />
      </span>
      <span className="text-muted">
        <Trans>
          {joined} of {wanted} testers joined
        </Trans>
      </span>
    </p>
  );
}
