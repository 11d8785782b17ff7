import { Plural, Trans } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { cx } from "#ui/cx.ts";
import { spotsRemaining } from "../../common/campaign-rules.ts";

interface SpotsProps {
  campaign: Pick<Campaign, "max_testers" | "testers_joined">;
  /** The count dates from an earlier answer of the server. */
  isSnapshot?: boolean;
}

export function Spots({ campaign, isSnapshot = false }: SpotsProps) {
  const { testers_joined: joined, max_testers: wanted } = campaign;
  const left = spotsRemaining(campaign);
  const share = Math.min(1, joined / Math.max(1, wanted));
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold">
          {isSnapshot ? (
            <Plural value={left} _0="No spots remaining" one="About # spot remaining" other="About # spots remaining" />
          ) : (
            <Plural value={left} _0="No spots remaining" one="# spot remaining" other="# spots remaining" />
          )}
        </span>
        <span className="text-muted tabular-nums">
          {isSnapshot && left > 0 ? (
            <Trans>
              about {joined} of {wanted} testers joined
            </Trans>
          ) : (
            <Trans>
              {joined} of {wanted} testers joined
            </Trans>
          )}
        </span>
      </p>
      <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken forced-colors:border">
        <span
          className={cx(
            "block h-full rounded-full forced-colors:bg-[Highlight]",
            joined > 0 && "min-w-1.5",
            left === 0 ? "bg-line-strong" : "bg-accent",
          )}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </div>
  );
}
