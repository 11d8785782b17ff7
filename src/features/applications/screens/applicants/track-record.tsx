import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { LevelBadge } from "#features/account/widgets/level-badge.tsx";
import { karmaLabel } from "#features/common/account-labels.ts";
import { formatDecimal } from "#i18n/format.ts";
import type { Application } from "#sync/schema/applications.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { Rating } from "#ui/rating.tsx";

export function TrackRecord({ application }: { application: Application }) {
  const { t, i18n } = useLingui();
  const { karma, rating, tests_completed } = application.card;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted text-sm tabular-nums">
      <LevelBadge karma={karma} />
      <span>
        {t(karmaLabel.title)} {karma}
      </span>
      {rating !== null && (
        <span className="inline-flex items-center gap-1.5">
          <Rating value={rating} /> {formatDecimal(rating, i18n.locale)}
        </span>
      )}
      <span>
        <Plural value={tests_completed} _0="No tests completed yet" one="# test completed" other="# tests completed" />
      </span>
      <span>
        <Trans context="applicant">
          Applied <DateText value={application.applied_at} />
        </Trans>
      </span>
    </p>
  );
}
