import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

interface FirstStepsProps {
  /** Number of tasks. */
  tasks: number;
  /** The first step, which is the page's next action. */
  children: ReactNode;
}

/** Welcomes an accepted tester. */
export function FirstSteps({ tasks, children }: FirstStepsProps) {
  return (
    <section className="flex flex-col gap-4 rounded-lg border border-accent/40 bg-accent-soft p-4 shadow-sm md:p-6">
      <h2 className="text-lg">
        <Trans>You're in</Trans>
      </h2>
      <ol className="flex list-decimal flex-col gap-4 ps-5 marker:font-semibold">
        <li>
          <span className="font-semibold">
            <Trans>Install</Trans>
          </span>
          <div className="pt-2">{children}</div>
        </li>
        <li>
          <span className="font-semibold">
            <Trans>Try</Trans>
          </span>
          <p className="text-muted text-sm">
            {tasks > 0 ? (
              <Plural value={tasks} one="Do the task below." other="Do the # tasks below." />
            ) : (
              <Trans>Follow the instructions below.</Trans>
            )}
          </p>
        </li>
        <li>
          <span className="font-semibold">
            <Trans>Report</Trans>
          </span>
          <p className="text-muted text-sm">
            {tasks > 0 ? (
              <Trans>Submit your results, and write down what else you find.</Trans>
            ) : (
              <Trans>Write down what you find, good or bad.</Trans>
            )}
          </p>
        </li>
      </ol>
    </section>
  );
}
