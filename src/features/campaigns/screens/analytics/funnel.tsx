import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatPercent } from "#i18n/format.ts";
import { Count } from "#ui/formatted-values.tsx";
import { type FunnelStep, funnelSteps } from "./figures.ts";

export const stepName = {
  applied: msg`Applied`,
  accepted: msg({ message: "Accepted", context: "funnel" }),
  downloaded: msg`Downloaded`,
  reported: msg`Reported`,
  approved: msg({ message: "Approved", context: "funnel" }),
} as const;

interface FunnelProps {
  counts: { readonly [S in FunnelStep]: number };
  note?: ReactNode;
}

export function Funnel({ counts, note }: FunnelProps) {
  const { t, i18n } = useLingui();
  const title = t`How far testers got`;
  const most = Math.max(1, counts.applied);
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg">{title}</h2>
      {note && <p className="text-muted text-sm">{note}</p>}
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t`Step`}</th>
            <th scope="col">{t`Of the first step`}</th>
            <th scope="col">{t`People`}</th>
            <th scope="col">{t`Of the previous step`}</th>
          </tr>
        </thead>
        <tbody>
          {funnelSteps.map((step, index) => {
            const before = index > 0 ? counts[funnelSteps[index - 1] as FunnelStep] : 0;
            return (
              <tr key={step}>
                <th scope="row" className="w-28 py-1.5 pe-3 text-start font-normal">
                  {t(stepName[step])}
                </th>
                <td className="py-1.5">
                  <span className="sr-only">{formatPercent((counts[step] / most) * 100, i18n.locale)}</span>
                  <span
                    aria-hidden
                    className="block h-5 rounded-sm bg-sunken forced-colors:border [print-color-adjust:exact]"
                  >
                    <span
                      className="block h-full rounded-sm bg-accent forced-colors:bg-[Highlight]"
                      style={{ width: `${Math.min(100, (counts[step] / most) * 100)}%` }}
                    />
                  </span>
                </td>
                <td className="w-12 py-1.5 ps-3 text-end font-semibold tabular-nums">
                  <Count value={counts[step]} />
                </td>
                <td className="w-14 py-1.5 ps-2 text-end text-muted tabular-nums">
                  {before > 0 ? formatPercent((counts[step] / before) * 100, i18n.locale) : ""}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
