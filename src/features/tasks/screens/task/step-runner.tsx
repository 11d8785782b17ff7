// Shows one step of a script with its mark, and the list of all steps.
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Mark } from "#sync/schema/tasks.ts";
import { taskLimits } from "#sync/schema/tasks.ts";
import { IconButton } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { FormBar } from "#ui/form-bar.tsx";
import { SavedText } from "#ui/saved-text.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { markLabel } from "../../labels.ts";
import { nextStep } from "../../task-items.ts";
import { StepList } from "./step-list.tsx";
import { markKeys, StepMarks } from "./step-marks.tsx";
import { StepReport } from "./step-report.tsx";
import { type TaskWork, withStep } from "./task-work.ts";

interface StepRunnerProps {
  work: TaskWork;
  campaign: Campaign | null;
  /** The step of the address; another id shows the first step without a mark. */
  stepId: string | undefined;
  onStep: (id: string) => void;
  /** The end of the task: on a phone, before the list of all steps. */
  children?: ReactNode;
}

export function StepRunner({ work, campaign, stepId, onStep, children }: StepRunnerProps) {
  const { t } = useLingui();
  const { task, result, readOnly, save } = work;
  const { steps } = task;
  const wanted = steps.find(({ id }) => id === stepId)?.id ?? nextStep(task, result);
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === wanted),
  );
  const step = steps[at];
  const go = (index: number) => {
    const other = steps[index];
    if (other) onStep(other.id);
  };
  /** Steps marked here, whose answers may not be stored yet. */
  const marked = useRef(new Set<string>());
  const mark = async (value: Mark) => {
    if (!step || readOnly) return;
    marked.current.add(step.id);
    // A failed or blocked step stays, because it asks for words.
    const stays = value === "fail" || value === "blocked";
    onStep((!stays && nextStep(task, result, step.id, marked.current)) || step.id);
    if (await save(withStep(step.id, { mark: value }))) return;
    marked.current.delete(step.id);
    onStep(step.id);
  };
  useShortcuts([
    ...(readOnly
      ? []
      : markKeys.flatMap(([value, ...keys]) =>
          keys.map((key) => ({ keys: key, label: t(markLabel[value]), run: () => void mark(value) })),
        )),
    { keys: "j", label: t`Next step`, run: () => go(at + 1) },
    { keys: "k", label: t`Previous step`, run: () => go(at - 1) },
  ]);
  if (!step) return children;
  const given = result?.steps?.[step.id];
  const number = at + 1;
  const total = steps.length;
  return (
    <div
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6",
        !work.isPreview && "lg:grid-cols-[minmax(0,1fr)_20rem]",
      )}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <section aria-labelledby="step" className="flex flex-col gap-4">
          <div className="flex items-center justify-between gap-2">
            <h2 id="step" aria-live="polite" className="text-base text-muted tabular-nums">
              <Trans>
                Step {number} of {total}
              </Trans>
            </h2>
            <span className="flex gap-1">
              <IconButton icon={ChevronLeft} label={t`Previous step`} disabled={at === 0} onClick={() => go(at - 1)} />
              <IconButton
                icon={ChevronRight}
                label={t`Next step`}
                disabled={number === total}
                onClick={() => go(at + 1)}
              />
            </span>
          </div>
          <p className="max-w-prose whitespace-pre-wrap break-words font-semibold text-lg">{step.do}</p>
          {step.expect.trim() !== "" && (
            <p className="max-w-prose whitespace-pre-wrap break-words">
              <span className="text-muted">
                <Trans>Expected:</Trans>
              </span>{" "}
              {step.expect}
            </p>
          )}
          {given && (
            <SavedText
              key={work.draftOf(step.id)}
              name={work.draftOf(step.id)}
              label={given.mark === "blocked" ? <Trans>What blocks this step?</Trans> : <Trans>Note</Trans>}
              optional={given.mark !== "blocked"}
              help={given.mark === "blocked" && <Trans>A blocked step counts as work done.</Trans>}
              stored={given.note ?? ""}
              maxLength={taskLimits.note}
              readOnly={readOnly}
              onSave={(note) =>
                save((before) => withStep(step.id, { mark: before.steps?.[step.id]?.mark ?? given.mark, note })(before))
              }
            />
          )}
          {given?.mark === "fail" && (
            <StepReport {...{ work, campaign, step, number }} reportId={given.report_id ?? null} />
          )}
        </section>
        {!readOnly && (
          <FormBar sticky={!work.isPreview}>
            <StepMarks value={given?.mark} onMark={(value) => void mark(value)} />
          </FormBar>
        )}
      </div>
      {children && <div className="flex min-w-0 flex-col gap-6">{children}</div>}
      <Section
        title={<Trans>All steps</Trans>}
        className={cx("beside", !work.isPreview && "lg:col-start-2 lg:row-span-2 lg:row-start-1")}
      >
        <StepList work={work} current={step.id} onChoose={onStep} />
      </Section>
    </div>
  );
}
