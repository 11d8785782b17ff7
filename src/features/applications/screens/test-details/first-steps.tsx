import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import { clearToast } from "#ui/toast.tsx";
import type { FirstStep } from "../../first-step.ts";
import { appliedSubject } from "../../widgets/apply-dialog.tsx";

const firstStepLabel: { readonly [S in FirstStep]: MessageDescriptor } = {
  install: msg`Install`,
  open: msg`Open the app`,
  get: msg`Get the app`,
  wait: msg`Wait for the next build`,
};

interface FirstStepsProps {
  campaignId: string;
  first: FirstStep;
  /** Number of tasks. */
  tasks: number;
  /** The build, whose button is the page's next action unless there is none to get. */
  children: ReactNode;
}

/** Welcomes an accepted tester. */
export function FirstSteps({ campaignId, first, tasks, children }: FirstStepsProps) {
  const { t } = useLingui();
  // The toast would cover the first step's button.
  useEffect(() => clearToast(appliedSubject(campaignId)), [campaignId]);
  return (
    <section className="flex flex-col gap-4 rounded-lg border border-accent/40 bg-accent-soft p-4 shadow-sm md:p-6">
      <h2 className="text-lg">
        <Trans>You're in</Trans>
      </h2>
      <ol className="flex list-decimal flex-col gap-4 ps-5 marker:font-semibold">
        <li>
          <span className="font-semibold">{t(firstStepLabel[first])}</span>
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
            <Trans context="first step">Report</Trans>
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
