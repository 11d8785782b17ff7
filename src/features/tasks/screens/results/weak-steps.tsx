import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { SmallSection } from "#ui/card.tsx";
import { type FiguresProps, weakSteps } from "../../result-figures.ts";
import { TaskLink } from "./task-link.tsx";

const SHOWN = 5;

export function WeakSteps({ tasks, takers, build }: FiguresProps) {
  const { i18n } = useLingui();
  const [all, setAll] = useState(false);
  const steps = weakSteps(tasks, takers, build);
  if (steps.length === 0) return null;
  const percent = new Intl.NumberFormat(i18n.locale, { style: "percent" });
  return (
    <SmallSection title={<Trans>Steps with problems</Trans>} className="gap-3">
      <ol className="divide-y divide-line rounded-lg border border-line">
        {(all ? steps : steps.slice(0, SHOWN)).map(({ task, step, number, failed, blocked, marked, share }) => (
          <li
            key={`${task.id} ${step.id}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 p-3"
          >
            <span className="min-w-0 flex-1 basis-64">
              <TaskLink taskId={task.id} item={step.id} className="block wrap-anywhere">
                <bdi>
                  {number}. {step.do}
                </bdi>
              </TaskLink>
              <span className="block text-muted text-sm" dir="auto">
                {task.title}
              </span>
            </span>
            <span className="text-sm tabular-nums">
              <Trans>
                {failed} of {marked} failed
              </Trans>
              {share && (
                <span className="text-muted">
                  {" "}
                  ({percent.format(share.low)}–{percent.format(share.high)})
                </span>
              )}
              {blocked > 0 && (
                <>
                  {" · "}
                  <Plural value={blocked} one="# blocked" other="# blocked" />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {steps.length > SHOWN && !all && (
        <Button className="self-start" onClick={() => setAll(true)}>
          <Plural value={steps.length} one="Show # step" other="Show all # steps" />
        </Button>
      )}
    </SmallSection>
  );
}
