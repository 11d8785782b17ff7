// A tester as developers see them, without any address.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Sparkles, Star } from "lucide-react";
import { formatDecimal } from "#i18n/format.ts";
import type { Application } from "#sync/schema/applications.ts";
import { Chip } from "#ui/badge.tsx";
import { karmaLabel } from "../../common/account-labels.ts";
import { LevelBadge } from "./level-badge.tsx";
import { PersonAvatar } from "./person-avatar.tsx";

export function TesterCard({ card }: { card: Application["card"] }) {
  const { t, i18n } = useLingui();
  return (
    <article
      aria-label={card.name}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-raised p-4 shadow-sm"
    >
      <div className="flex items-center gap-3">
        <PersonAvatar name={card.name} path={card.avatar_path} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{card.name}</p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
            <LevelBadge karma={card.karma} />
            <span className="inline-flex items-center gap-1">
              <Sparkles aria-hidden className="size-4" />
              {t(karmaLabel.title)} {card.karma}
            </span>
            {card.rating !== null && (
              <span className="inline-flex items-center gap-1">
                <Star aria-hidden className="size-4" />
                <span className="sr-only">
                  <Trans>Average rating</Trans>
                </span>
                {formatDecimal(card.rating, i18n.locale)}
              </span>
            )}
            <span>
              <Plural value={card.tests_completed} one="# test completed" other="# tests completed" />
            </span>
          </p>
        </div>
      </div>
      <Chips label={t`Devices`} values={card.devices.map((d) => d.name)} />
      <Chips label={t`Expertise`} values={card.expertise} />
    </article>
  );
}

function Chips({ label, values }: { label: string; values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {values.map((value) => (
        <li key={value} className="max-w-full">
          <Chip>{value}</Chip>
        </li>
      ))}
    </ul>
  );
}
