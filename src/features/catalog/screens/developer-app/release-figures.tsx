import { Trans, useLingui } from "@lingui/react/macro";
import { formatNumber } from "#i18n/format.ts";
import { type ReleaseFigures as Figures, MOST_COUNTED } from "#sync/schema/release-functions.ts";

/** Counts downloads, since installations are unknown. */
export function ReleaseFigures({ figures, link }: { figures: Figures; link: boolean }) {
  const { t, i18n } = useLingui();
  const { notified, opened, downloaded, reported } = figures;
  if (notified + opened + downloaded + reported === 0) return null;
  const count = (n: number) => `${formatNumber(n, i18n.locale)}${n >= MOST_COUNTED ? "+" : ""}`;
  const lines = [
    { label: t`Testers told`, value: notified },
    { label: t`Testers who opened it`, value: opened },
    ...(link ? [] : [{ label: t`Downloads`, value: downloaded }]),
    { label: t`Reports about it`, value: reported },
  ];
  return (
    <div className="flex flex-col gap-1">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {lines.map(({ label, value }) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{count(value)}</dd>
          </div>
        ))}
      </dl>
      {!link && downloaded > 0 && (
        <p className="text-muted text-xs">
          <Trans>A download does not mean that it was installed.</Trans>
        </p>
      )}
    </div>
  );
}
