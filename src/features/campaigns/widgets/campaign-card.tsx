import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import type { CampaignCard as Shown } from "#sync/schema/catalog.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { Badge, Chip } from "#ui/badge.tsx";
import { Card, CardLink, wholeCard } from "#ui/card.tsx";
import { AppCover } from "../../catalog/widgets/app-cover.tsx";
import { faceOf } from "../../catalog/widgets/app-icon.tsx";
import { categoryLabel, platformLabel } from "../../common/campaign-labels.ts";
import { isShort, requirementsOf, spotsRemaining } from "../../common/campaign-rules.ts";
import type { Because } from "../offers.ts";
import { AcceptsInstantly } from "./accepts-instantly.tsx";
import { Reasons } from "./reasons.tsx";
import { RewardOffer } from "./reward-offer.tsx";
import { Spots } from "./spots.tsx";
import { TimeLeft } from "./time-left.tsx";
import { Work } from "./work.tsx";

const CHIPS = 3;

/** List item class: aligns the seven parts of neighboring cards with a subgrid. */
export const campaignCell = "row-span-7 grid grid-cols-[minmax(0,1fr)] grid-rows-subgrid";

interface CampaignCardProps {
  campaign: Omit<Shown, "xid" | "icon_path"> & Partial<Pick<Shown, "icon_path">>;
  because?: readonly Because[];
  action?: ReactNode;
  headingLevel?: 2 | 3;
  /** For visitors. */
  isPublic?: boolean;
  /** Age of the number of spots; "none" for testers of this campaign. */
  spots?: "live" | "snapshot" | "none";
  /** The tester's only reward. */
  earned?: Reward | undefined;
}

export function CampaignCard({
  campaign,
  because = [],
  action,
  headingLevel = 2,
  isPublic = false,
  spots = "live",
  earned,
}: CampaignCardProps) {
  const { t } = useLingui();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <Card className="group relative row-span-7 grid grid-cols-[minmax(0,1fr)] grid-rows-subgrid gap-3 transition-shadow duration-150 hover:shadow-lg">
      <AppCover app={faceOf(campaign, campaign.icon_path)} of="card">
        <Badge className="bg-raised! shadow-sm">{t(categoryLabel[campaign.category])}</Badge>
      </AppCover>
      <div>
        <Heading className="text-base">
          <CardLink
            to={isPublic ? "/tests/$campaignId" : "/tester/tests/$campaignId"}
            params={{ campaignId: campaign.id }}
            className={wholeCard}
          >
            {campaign.title || (
              <Missing>
                <Trans>Title of your campaign</Trans>
              </Missing>
            )}
          </CardLink>
        </Heading>
        <p className="text-muted text-sm">{campaign.developer_name}</p>
      </div>
      <RewardOffer campaign={campaign} earned={earned} />
      <p className="flex items-start gap-1.5 text-sm">
        <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <span>
          {campaign.end_date ? (
            <TimeLeft campaign={campaign} />
          ) : (
            <Missing>
              <Trans>No end date yet</Trans>
            </Missing>
          )}
          {" · "}
          {t(platformLabel[campaign.platform])}
          <Work campaign={campaign} />
        </span>
      </p>
      <p className="line-clamp-2 self-start text-sm">
        {campaign.description || (
          <Missing>
            <Trans>What it is about</Trans>
          </Missing>
        )}
      </p>
      {/* The last part, so that its varying height moves nothing else. */}
      <div className="flex flex-wrap content-start gap-1.5 *:contents">
        {spots !== "none" && (
          <div>
            <AcceptsInstantly campaign={campaign} state={spotsRemaining(campaign) === 0 ? "full" : "open"} />
          </div>
        )}
        <Reasons because={because} />
        <Requirements campaign={campaign} />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-line border-t pt-3">
        <div className="min-w-32 flex-1">
          {spots !== "none" && <Spots campaign={campaign} isSnapshot={spots === "snapshot"} />}
        </div>
        {action && <div className="relative">{action}</div>}
      </div>
    </Card>
  );
}

/** Shows short requirements; long ones are on the details page. */
function Requirements({ campaign }: Pick<CampaignCardProps, "campaign">) {
  const { t } = useLingui();
  const requirements = requirementsOf(campaign);
  const chips = requirements.filter(isShort).slice(0, CHIPS);
  const others = requirements.length - chips.length;
  if (requirements.length === 0) return null;
  return (
    <ul aria-label={t`Requirements`}>
      {chips.map((requirement) => (
        <li key={requirement} className="max-w-full">
          <Chip>{requirement}</Chip>
        </li>
      ))}
      {others > 0 && (
        <li>
          <Chip>
            {chips.length > 0 ? (
              <Plural value={others} one="# more requirement" other="# more requirements" />
            ) : (
              <Plural value={others} one="# requirement" other="# requirements" />
            )}
          </Chip>
        </li>
      )}
    </ul>
  );
}

/** Placeholder in the preview of an unfinished campaign. */
function Missing({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>;
}
