import { Plural, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { cx } from "#ui/cx.ts";
import { SrNote } from "#ui/sr-note.tsx";

interface ProgressStepsProps {
  done: number;
  /** True if required tasks earn the reward. */
  byTasks: boolean;
}

export function ProgressSteps({ done, byTasks }: ProgressStepsProps) {
  const { t } = useLingui();
  const last = byTasks ? [t`Tasks submitted`, t`Reward earned`] : [t`Report sent`, t`Report approved`];
  const steps = [t`Accepted`, t({ message: "Downloaded", context: "step" }), ...last];
  return (
    <section aria-label={t`Progress`} className="flex flex-col gap-2">
      <p className="sr-only">
        <Plural value={done} one="# of 4 steps done" other="# of 4 steps done" />
      </p>
      <ol className="grid grid-cols-4 gap-1.5 md:gap-3">
        {steps.map((step, index) => {
          const isDone = index < done;
          return (
            <li key={step} aria-current={index === done ? "step" : undefined} className="flex flex-col gap-2">
              <span
                className={cx(
                  "h-1.5 rounded-full forced-colors:border",
                  isDone ? "bg-positive forced-colors:bg-[Highlight]" : "bg-sunken",
                )}
              />
              <span
                className={cx(
                  // On a phone the icon is above the label, since long labels would break beside
                  // it.
                  "flex flex-col gap-1 text-xs md:flex-row md:items-start md:text-sm",
                  isDone ? "text-positive" : index === done ? "font-semibold" : "text-muted",
                )}
              >
                {isDone ? (
                  <Check aria-hidden className="mt-px size-4 shrink-0" />
                ) : (
                  <span aria-hidden className="size-4 md:hidden" />
                )}
                <span className="min-w-0">
                  {step}
                  {isDone && <SrNote text={t`(done)`} />}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
