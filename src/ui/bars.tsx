import type { Tone } from "./color-role.ts";
import { cx } from "./cx.ts";
import { Count } from "./formatted-values.tsx";

const fill = {
  neutral: "bg-line-strong",
  accent: "bg-accent",
  positive: "bg-positive",
  caution: "bg-caution",
  danger: "bg-danger",
  info: "bg-info",
  star: "bg-star",
} as const satisfies Record<Tone | "star", string>;

interface BarsProps {
  title: string;
  bars: readonly { key: string; label: string; value: number; tone: keyof typeof fill }[];
}

export function Bars({ title, bars }: BarsProps) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold text-muted text-sm">{title}</h3>
      <dl className="flex flex-col gap-2 [print-color-adjust:exact]">
        {bars.map((bar) => (
          <div key={bar.key} className="grid grid-cols-[10rem_minmax(0,1fr)_2.5rem] items-center gap-3 text-sm">
            <dt className="wrap-anywhere">{bar.label}</dt>
            <dd aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken forced-colors:border">
              <div
                className={cx("h-full rounded-full forced-colors:bg-[Highlight]", fill[bar.tone])}
                style={{ width: `${(bar.value / most) * 100}%` }}
              />
            </dd>
            <dd className="text-end tabular-nums">
              <Count value={bar.value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
