import { useLingui } from "@lingui/react/macro";
import { useLocale } from "#i18n/use-locale.ts";
import { type Answer, taskLimits } from "#sync/schema/tasks.ts";
import { Field } from "#ui/field.tsx";
import { SavedText } from "#ui/saved-text.tsx";
import { ScaleInput } from "#ui/scale-input.tsx";
import { useOptimisticValue } from "#ui/use-optimistic-value.ts";
import { statementsOf } from "../../question-values.ts";
import { Choice } from "./choice.tsx";
import { NumberAnswer } from "./number-answer.tsx";
import { Questionnaire } from "./questionnaire.tsx";
import { type Question, type TaskWork, withAnswer } from "./task-work.ts";

interface QuestionProps {
  work: TaskWork;
  question: Question;
}

/** A question of any kind; its answer is saved at once. */
export function QuestionField({ work, question }: QuestionProps) {
  const { t } = useLingui();
  const [locale] = useLocale();
  const { id, kind, text, required } = question;
  const stored = work.result?.answers?.[id];
  const save = (value: Answer | undefined) => work.save(withAnswer(id, value));
  const name = work.draftOf(id);
  const agreement = [t`Strongly disagree`, t`Strongly agree`] as const;
  switch (kind) {
    case "text":
      return (
        <SavedText
          key={name}
          name={name}
          label={text}
          optional={!required}
          stored={typeof stored === "string" ? stored : ""}
          maxLength={taskLimits.answer}
          readOnly={work.readOnly}
          onSave={save}
        />
      );
    case "number":
      return <NumberAnswer {...{ question, stored, save }} readOnly={work.readOnly} />;
    case "single":
    case "multiple":
      return <Choice {...{ question, stored, save }} readOnly={work.readOnly} />;
    case "sus":
    case "umux_lite": {
      const items = statementsOf(kind, locale);
      return (
        <Questionnaire
          {...{ name, items, stored, save, text }}
          optional={!required}
          max={kind === "sus" ? 5 : 7}
          ends={agreement}
          readOnly={work.readOnly}
        />
      );
    }
    case "nps":
      return <Scale {...{ work, question }} min={0} max={10} ends={[t`Not at all likely`, t`Extremely likely`]} />;
    case "seq":
      return <Scale {...{ work, question }} min={1} max={7} ends={[t`Very difficult`, t`Very easy`]} />;
    case "scale":
      return <Scale {...{ work, question }} min={question.min} max={question.max} />;
  }
}

interface ScaleProps extends QuestionProps {
  min: number;
  max: number;
  ends?: readonly [string, string];
}

function Scale({ work, question, min, max, ends }: ScaleProps) {
  const stored = work.result?.answers?.[question.id];
  const [value, want] = useOptimisticValue(typeof stored === "number" ? stored : null);
  const choose = async (next: number) => {
    want(next);
    if (!(await work.save(withAnswer(question.id, next)))) want(null);
  };
  return (
    <Field group label={question.text} optional={!question.required}>
      <ScaleInput {...{ min, max, value, ends }} disabled={work.readOnly} onChange={(next) => void choose(next)} />
    </Field>
  );
}
