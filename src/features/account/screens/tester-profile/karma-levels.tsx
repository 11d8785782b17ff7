import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed } from "lucide-react";
import { karmaLabel, levelLabel, levelOpens } from "#features/common/account-labels.ts";
import { guideKarma, karmaLevels, levelAfter, levelFrom, levelOf } from "#sync/schema/karma.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { TextLink } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Count } from "#ui/formatted-values.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

export function KarmaLevels({ profile: { karma, report_guide } }: { profile: Profile }) {
  const { t } = useLingui();
  const level = levelOf(karma);
  const next = levelAfter(level);
  const name = t(levelLabel[level]);
  const noun = t(karmaLabel.noun);
  const nextName = next ? t(levelLabel[next]) : "";
  const missing = next ? levelFrom[next] - karma : 0;
  return (
    <Section title={t`Your level: ${name}`}>
      {next && (
        <div className="flex flex-col gap-1.5">
          <ProgressBar
            label={t`To ${nextName}`}
            value={(100 * (karma - levelFrom[level])) / (levelFrom[next] - levelFrom[level])}
          />
          <p className="text-muted text-sm">
            <Trans>
              <Count value={missing} /> {noun} to {nextName}
            </Trans>
          </p>
        </div>
      )}
      <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised shadow-sm">
        {karmaLevels.map((one) => {
          const has = karma >= levelFrom[one] || one === "newcomer";
          const Icon = has ? CircleCheck : CircleDashed;
          return (
            <li
              key={one}
              aria-current={one === level ? "step" : undefined}
              className={cx("flex items-start gap-3 px-4 py-3", one === level && "bg-accent-soft")}
            >
              <Icon aria-hidden className={cx("mt-0.5 size-5 shrink-0", has ? "text-positive" : "text-muted")} />
              <div className="min-w-0">
                <p className="font-semibold">
                  {t(levelLabel[one])}
                  {one !== "newcomer" && (
                    <span className="font-normal text-muted text-sm">
                      {" · "}
                      <Trans>
                        from <Count value={levelFrom[one]} /> {noun}
                      </Trans>
                    </span>
                  )}
                </p>
                <p className="text-sm">{t(levelOpens[one])}</p>
              </div>
            </li>
          );
        })}
      </ol>
      <p className="text-muted text-sm">
        <Trans>
          An approved report brings 10 {noun}, and 2 more for each point of its usefulness. A completed test brings 20.
          A rejected report costs 5, a duplicate nothing.
        </Trans>{" "}
        {report_guide !== "finished" && (
          <Trans>
            <TextLink to="/tester/first-report">Four exercises about a good report</TextLink> bring {guideKarma}, once.
          </Trans>
        )}
      </p>
    </Section>
  );
}
