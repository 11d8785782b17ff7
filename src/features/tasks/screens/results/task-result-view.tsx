import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Photos } from "#features/reports/widgets/photos.tsx";
import { useLocale } from "#i18n/use-locale.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Answer, Question, Task, TaskResult } from "#sync/schema/tasks.ts";
import { isOfEarlierVersion, outcomeOf, resultKey } from "#sync/tasks/outcome.ts";
import { Badge } from "#ui/badge.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import {
  codeCheckLabel,
  codeCheckTone,
  markedLabel,
  markTone,
  outcomeLabel,
  outcomeTone,
  questionKindLabel,
} from "../../labels.ts";
import { questionnaireScore, statementsOf } from "../../question-values.ts";

interface TaskResultViewProps {
  task: Task;
  taker: Application;
  result: TaskResult;
  version: string | undefined;
}

export function TaskResultView({ task, taker, result, version }: TaskResultViewProps) {
  const { minutes, note, days = [], photos = [], conflicts = [] } = result;
  const { evidence } = task;
  const codeCheck = taker.code_checks[resultKey(task, result.release_id)];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold" dir="auto">
          {task.title}
        </h3>
        <StatusBadge status={outcomeOf(task, result)} labels={outcomeLabel} tones={outcomeTone} />
        {isOfEarlierVersion(task, result) && (
          <Badge tone="caution">
            <Trans>Answered an earlier version</Trans>
          </Badge>
        )}
        {minutes < evidence.minutes && (
          <Badge tone="caution">
            <Trans>Faster than the minimum time</Trans>
          </Badge>
        )}
        {codeCheck && <StatusBadge status={codeCheck} labels={codeCheckLabel} tones={codeCheckTone} />}
        {evidence.photo && photos.length === 0 && (
          <Badge tone="caution">
            <Trans>No photo</Trans>
          </Badge>
        )}
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted text-sm">
        {version && (
          <span>
            <Trans>Build {version}</Trans>
          </span>
        )}
        <span>
          <Plural value={minutes} one="# minute" other="# minutes" />{" "}
          {evidence.minutes > 0 && <Trans>(at least {evidence.minutes})</Trans>}
        </span>
        {result.code && (
          <span>
            <Trans>
              Typed code: <bdi>{result.code}</bdi>
            </Trans>
          </span>
        )}
        {days.length > 0 && (
          <span>
            <Trans>
              {days.length} of {task.days} days
            </Trans>
          </span>
        )}
      </p>
      {task.steps.length > 0 && (
        <ol className="flex flex-col gap-2">
          {task.steps.map((step, at) => {
            const given = result.steps?.[step.id];
            return (
              <li key={step.id} className="flex items-start gap-3 text-sm">
                <span className="w-20 shrink-0">
                  {given ? (
                    <StatusBadge status={given.mark} labels={markedLabel} tones={markTone} />
                  ) : (
                    <span className="text-muted">
                      <Trans>Open</Trans>
                    </span>
                  )}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere" dir="auto">
                    {at + 1}. {step.do}
                  </span>
                  {given?.note && (
                    <span className="block whitespace-pre-wrap wrap-anywhere text-muted" dir="auto">
                      {given.note}
                    </span>
                  )}
                  {given?.report_id && (
                    <Link
                      to="/developer/campaigns/$campaignId"
                      params={{ campaignId: taker.campaign_id }}
                      search={{ tab: "feedback", report: given.report_id }}
                      className="tap-text text-accent-text underline"
                    >
                      <Trans>Open the report</Trans>
                    </Link>
                  )}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {task.questions.length > 0 && (
        <dl className="flex flex-col gap-2 text-sm">
          {task.questions.map((question) => (
            <AnswerView key={question.id} question={question} answer={result.answers?.[question.id]} />
          ))}
        </dl>
      )}
      {note && (
        <p className="whitespace-pre-wrap rounded-md bg-sunken p-3 wrap-anywhere text-sm" dir="auto">
          {note}
        </p>
      )}
      <Photos application={taker} photos={photos} sentAt={taker.results_submitted_at} />
      {conflicts.length > 0 && (
        <p className="text-muted text-sm">
          <Plural
            value={conflicts.length}
            one="# answer from another device was replaced by a later one."
            other="# answers from another device were replaced by later ones."
          />
        </p>
      )}
    </div>
  );
}

function AnswerView({ question, answer }: { question: Question; answer: Answer | undefined }) {
  const { t, i18n } = useLingui();
  const { kind, text } = question;
  const [locale] = useLocale();
  const fixed = statementsOf(kind, locale);
  const score = questionnaireScore(kind, answer);
  const values = answer === undefined ? [] : [answer].flat().map(String);
  return (
    <div>
      <dt className="text-muted" dir="auto">
        {text === "" ? t(questionKindLabel[kind]) : text}
      </dt>
      <dd className="whitespace-pre-wrap wrap-anywhere" dir="auto">
        {values.length === 0 && <Trans>No answer</Trans>}
        {score !== null && (
          <strong>{new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 1 }).format(score)}</strong>
        )}
        {fixed.length > 0 && values.length > 0 ? (
          <details>
            <summary className="tap-text cursor-pointer">
              <Trans>Each statement</Trans>
            </summary>
            <ul>
              {fixed.map((item, at) => (
                <li key={item}>
                  {item}: {values[at] ?? "–"}
                </li>
              ))}
            </ul>
          </details>
        ) : (
          score === null && values.join(", ")
        )}
      </dd>
    </div>
  );
}
