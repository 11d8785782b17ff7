// One tester's results: read, then accepted or sent back with a reason per task. The decision can
// be undone for some seconds, and works offline.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useId, useRef, useState } from "react";
import * as v from "valibot";
import { useQueueKeys } from "#features/common/use-queue-keys.ts";
import { useCan } from "#state/organization.ts";
import type { ResultsDecision } from "#sync/outbox/pending-review.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Release } from "#sync/schema/releases.ts";
import { type Task, taskLimits } from "#sync/schema/tasks.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { TextArea } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { setLabel, setTone } from "../../labels.ts";
import { resultsOf, setOf } from "../../result-figures.ts";
import { TaskResultView } from "./task-result-view.tsx";

interface SetReviewProps {
  campaign: Campaign;
  tasks: readonly Task[];
  taker: Application;
  releases: readonly Release[];
  /** True while a decision about it can be undone. */
  pending: boolean;
  /** True if it opens to be sent back. */
  returns: boolean;
  onStep: (by: 1 | -1) => void;
  onUndo: () => void;
  onClose: () => void;
  onDecide: (decision: ResultsDecision, success: string) => Promise<void>;
}

export function SetReview(props: SetReviewProps) {
  const { campaign, tasks, taker, releases, pending, returns, onStep, onUndo, onClose, onDecide } = props;
  const { t } = useLingui();
  const formId = useId();
  const decides = useCan("review", campaign.org_id);
  const [returning, setReturning] = useState(returns);
  const at = useRef<HTMLDivElement>(null);
  const { name } = taker.card;
  const done = tasks.filter((task) => resultsOf(task, taker).length > 0);
  const form = useForm({
    schema: v.object({ reasons: v.record(v.string(), v.string()) }),
    defaults: { reasons: Object.fromEntries(done.map(({ id }) => [id, ""])) },
    draft: { key: `set-return|${taker.id}` },
    onSubmit: async ({ reasons }) => {
      const given = Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason.trim() !== ""));
      const [first] = done;
      if (Object.keys(given).length === 0 && first)
        return {
          ok: false,
          error: {
            type: "invalid",
            issues: [{ path: `reasons.${first.id}`, message: t`Say for at least one task what to change.` }],
          },
        };
      void onDecide({ to: "returned", reasons: given }, t`Sent back to ${name}`);
      return { ok: true };
    },
  });
  const mayDecide = decides && taker.results_status === "submitted" && !pending;
  const accept = () => void onDecide({ to: "accepted" }, t`Results of ${name} accepted`);
  useQueueKeys({
    labels: { next: t`Next set`, previous: t`Previous set`, read: t`Read the set`, choose: t`Select set` },
    ...{ step: onStep, read: null, choose: null, undo: onUndo, at },
    decisions: mayDecide
      ? [
          { keys: "a", label: t`Accept set`, run: accept },
          { keys: "r", label: t`Send back…`, run: () => setReturning(true) },
        ]
      : [],
  });
  const versions = new Map(releases.map(({ id, version }) => [id, version]));
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={
        <Trans>
          Results of <bdi>{name}</bdi>
        </Trans>
      }
      footer={
        mayDecide &&
        (returning ? (
          <>
            <Button onClick={() => setReturning(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="danger" type="submit" form={formId}>
              <Trans>Send back</Trans>
            </Button>
          </>
        ) : (
          <>
            <Button aria-keyshortcuts="r" onClick={() => setReturning(true)}>
              <Trans>Send back…</Trans>
            </Button>
            <Button variant="primary" aria-keyshortcuts="a" onClick={accept}>
              <Trans>Accept set</Trans>
            </Button>
          </>
        ))
      }
    >
      <Form form={form} id={formId}>
        <div ref={at} className="flex flex-wrap items-center gap-3 text-sm">
          <StatusBadge status={setOf(taker)} labels={setLabel} tones={setTone} />
          <span className="text-muted">
            <Plural value={done.length} one="# task answered" other="# tasks answered" />
          </span>
        </div>
        {pending && (
          <Notice tone="info">
            <Trans>You have decided. It can still be undone.</Trans>
          </Notice>
        )}
        {done.length === 0 && (
          <p className="text-muted">
            <Trans>This tester has not begun.</Trans>
          </p>
        )}
        {done.map((task, index) => (
          <section key={task.id} className="flex flex-col gap-3 border-line border-t pt-4">
            {resultsOf(task, taker).map((result) => (
              <TaskResultView
                key={result.release_id ?? ""}
                {...{ task, taker, result, version: versions.get(result.release_id ?? "") }}
              />
            ))}
            {taker.results_review[task.id] && !returning && (
              <Notice tone="caution">
                <span dir="auto">{taker.results_review[task.id]}</span>
              </Notice>
            )}
            {returning && (
              <FormField form={form} name={`reasons.${task.id}`} label={t`What to change in “${task.title}”`} optional>
                {(field) => <TextArea autoFocus={index === 0} rows={2} maxLength={taskLimits.note} {...field} />}
              </FormField>
            )}
          </section>
        ))}
      </Form>
    </Dialog>
  );
}
