// Statistics from the reports of public tests, for an organization or an app, as items of a <dl>.
// Compact ones omit unknown values.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleCheckBig, ClockArrowUp } from "lucide-react";
import { formatDecimal, formatNumber, formatPercent } from "#i18n/format.ts";
import { MOST_COUNTED } from "#sync/schema/functions.ts";
import type { PublicOrganization, StoreApp } from "#sync/schema/organization-functions.ts";
import { cx } from "#ui/cx.ts";
import { Fact } from "#ui/fact.tsx";
import { Rating } from "#ui/rating.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { useDuration } from "#ui/use-duration.ts";
import type { DeveloperFigures } from "../use-developer-figures.ts";

export function RatingFact({ rating, ratings }: Pick<StoreApp, "rating" | "ratings">) {
  const { t, i18n } = useLingui();
  if (rating === null || ratings === 0) return null;
  const most = formatNumber(MOST_COUNTED, i18n.locale);
  return (
    <Fact label={t`Testers' rating`}>
      <span className="flex flex-wrap items-center gap-x-2">
        <Rating value={rating} />
        {formatDecimal(rating, i18n.locale)}
        <span className="font-normal text-muted">
          {ratings >= MOST_COUNTED ? (
            <Trans>{most}+ ratings</Trans>
          ) : (
            <Plural value={ratings} one="# rating" other="# ratings" />
          )}
        </span>
      </span>
    </Fact>
  );
}

interface FigureProps {
  /** Undefined while loading; null if the server has no figures. */
  organization: Pick<PublicOrganization, "answer_hours" | "approved_percent"> | null | undefined;
  /** Shows unknown values too, to keep the layout of a list. */
  large?: boolean;
}

export function DeveloperFacts({ figures: { shown, organization } }: { figures: DeveloperFigures }) {
  if (!shown) return null;
  return (
    <>
      <AnswerFact organization={organization} large />
      <ApprovedFact organization={organization} large />
    </>
  );
}

export function AnswerFact({ organization, large = false }: FigureProps) {
  const { t } = useLingui();
  const duration = useDuration();
  const hours = organization?.answer_hours ?? null;
  if (hours === null && !large) return null;
  return (
    <Fact
      large={large}
      icon={large ? ClockArrowUp : undefined}
      label={t`Time to answer`}
      detail={<Detail shown={hours !== null}>{t`typical over the last 90 days`}</Detail>}
    >
      {hours === null ? <NoFigure organization={organization} /> : duration(hours * 3_600_000)}
    </Fact>
  );
}

export function ApprovedFact({ organization, large = false }: FigureProps) {
  const { t, i18n } = useLingui();
  const percent = organization?.approved_percent ?? null;
  if (percent === null && !large) return null;
  return (
    <Fact
      large={large}
      icon={large ? CircleCheckBig : undefined}
      label={t`Approved reports`}
      detail={<Detail shown={percent !== null}>{t`of the reports decided in the last 90 days`}</Detail>}
    >
      {percent === null ? <NoFigure organization={organization} /> : formatPercent(percent, i18n.locale)}
    </Fact>
  );
}

/** Reserves the space while the figure loads. */
const Detail = ({ shown, children }: { shown: boolean; children: string }) => (
  <span className={cx(!shown && "invisible")}>{children}</span>
);

function NoFigure({ organization }: Pick<FigureProps, "organization">) {
  if (organization === undefined) return <SkeletonLine className="w-20" />;
  return organization ? <Trans>Not enough reports yet</Trans> : <Trans>Not known yet</Trans>;
}
