// "Your first good report": short exercises about what developers need. Runs on the device only;
// the server grants the first karma at the end.
import { Trans, useLingui } from "@lingui/react/macro";
import { PartyPopper } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { reportGuideSet } from "#sync/mutations/report-guide.ts";
import { profileById } from "#sync/queries/profile.ts";
import { guideKarma } from "#sync/schema/karma.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Notice } from "#ui/notice.tsx";
import { BackLink, PageHeader } from "#ui/page-header.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { type Exercise, exercises } from "./exercises.ts";

export function FirstReport() {
  const { t } = useLingui();
  const finish = useMutationToast(reportGuideSet);
  const person = usePerson();
  const [step, setStep] = useState(0);
  const [begun, setBegun] = useState(false);
  const exercise = exercises[step];
  const go = (to: number) => {
    setBegun(true);
    setStep(to);
  };
  const next = async () => {
    if (step === exercises.length - 1) {
      const done = await finish(person.id, "finished");
      if (!done.ok) return;
    }
    go(step + 1);
  };
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PageHeader
        title={t`Your first good report`}
        description={<Trans>Four short exercises show what makes a report useful, and paid.</Trans>}
        back={
          <BackLink to="/tester">
            <Trans>Dashboard</Trans>
          </BackLink>
        }
      />
      {exercise ? (
        <Asked key={step} exercise={exercise} step={step} begun={begun} onNext={() => void next()} />
      ) : (
        <Done onAgain={() => go(0)} />
      )}
    </div>
  );
}

interface AskedProps {
  exercise: Exercise;
  step: number;
  /** False on the first exercise of this visit. */
  begun: boolean;
  onNext: () => void;
}

function Asked({ exercise: { title, question, choices }, step, begun, onNext }: AskedProps) {
  const { t } = useLingui();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [checked, setChecked] = useState<string | null>(null);
  // The pressed button is unmounted: focus the new exercise.
  useEffect(() => {
    if (begun) heading.current?.focus();
  }, [begun]);
  const answer = checked === null ? undefined : choices[Number(checked)];
  const place = step + 1;
  const { length } = exercises;
  return (
    <form
      noValidate
      aria-labelledby={`${id}-title`}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (answer?.better && chosen === checked) onNext();
        else setChecked(chosen);
      }}
    >
      <ProgressBar label={t`Exercise ${place} of ${length}`} value={(100 * step) / length} />
      <div className="flex flex-col gap-1">
        <p className="text-muted text-sm">
          <Trans>
            Exercise {place} of {length}
          </Trans>
        </p>
        <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="text-lg">
          {t(title)}
        </h2>
      </div>
      <fieldset aria-labelledby={`${id}-question`} className="flex min-w-0 flex-col gap-3">
        <p id={`${id}-question`}>{t(question)}</p>
        <RadioGroup
          name={id}
          layout="cards"
          value={chosen}
          onChange={setChosen}
          options={choices.map(({ text }, index) => ({ value: String(index), label: t(text) }))}
        />
      </fieldset>
      <div role="status">
        {answer && chosen === checked && (
          <Notice
            tone={answer.better ? "positive" : "caution"}
            title={answer.better ? <Trans>Right.</Trans> : <Trans>The other one is better.</Trans>}
          >
            {t(answer.why)}
          </Notice>
        )}
      </div>
      <Button type="submit" variant="primary" className="w-fit" disabled={chosen === null}>
        {!answer?.better || chosen !== checked ? (
          <Trans>Check answer</Trans>
        ) : place < length ? (
          <Trans>Next exercise</Trans>
        ) : (
          <Trans>Finish</Trans>
        )}
      </Button>
    </form>
  );
}

function Done({ onAgain }: { onAgain: () => void }) {
  const { t } = useLingui();
  const person = usePerson();
  const profile = useQueryOr(profileById(person.id), null);
  const noun = t(karmaLabel.noun);
  const end = useRef<HTMLElement>(null);
  useEffect(() => end.current?.focus(), []);
  return (
    <section ref={end} tabIndex={-1} aria-label={t`You’re ready`}>
      <EmptyState
        icon={PartyPopper}
        title={<Trans>You’re ready</Trans>}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <LinkButton to="/tester/tests" variant="primary">
              <Trans>Browse tests</Trans>
            </LinkButton>
            <Button onClick={onAgain}>
              <Trans>Start over</Trans>
            </Button>
          </div>
        }
      >
        {profile?.sync_xid === "" ? (
          <Trans>
            You get {guideKarma} {noun} as soon as you are online.
          </Trans>
        ) : (
          <Trans>
            You earned {guideKarma} {noun}.
          </Trans>
        )}
      </EmptyState>
    </section>
  );
}
