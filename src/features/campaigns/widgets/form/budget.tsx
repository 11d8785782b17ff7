// The maximum cost of a campaign. Shown only if the reward model has an upper bound.
import { Plural, Trans } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Money } from "#ui/formatted-values.tsx";

interface BudgetProps {
  model: Campaign["reward_model"];
  /** True if required tasks earn the reward. */
  byTasks: boolean;
  cents: number | null;
  testers: number | null;
  currency: Campaign["currency"];
}

export function Budget({ model, byTasks, cents, testers, currency }: BudgetProps) {
  const known = cents !== null && cents > 0 && testers !== null && testers > 0;
  return (
    <div className="rounded-lg bg-sunken px-4 py-3" aria-live="polite">
      <p className="font-semibold text-sm">
        <Trans>Budget</Trans>
      </p>
      {!known ? (
        <p className="text-muted text-sm">
          <Trans>Enter the number of testers and the amount to see it.</Trans>
        </p>
      ) : model === "suggestions" ? (
        <p className="text-sm">
          <Trans>
            <Money cents={cents} currency={currency} /> for each feature suggestion you approve. There is no upper
            limit: you decide with each approval.
          </Trans>
        </p>
      ) : (
        <>
          <p className="text-lg tabular-nums">
            <Plural value={testers} one="# tester" other="# testers" /> × <Money cents={cents} currency={currency} /> ={" "}
            <strong className="font-semibold">
              <Money cents={testers * cents} currency={currency} />
            </strong>
          </p>
          <p className="text-muted text-sm">
            {byTasks ? (
              <Trans>At most, if every tester does the required tasks. Further reports cost nothing more.</Trans>
            ) : model === "testing" ? (
              <Trans>At most, if every tester has a report approved. Further reports cost nothing more.</Trans>
            ) : (
              <Trans>At most for each release that all of them download and report on.</Trans>
            )}
          </p>
        </>
      )}
    </div>
  );
}
