// Holds decisions for a few seconds so that they can be undone, then writes them. Leaving the page
// writes them at once. After a crash the next start writes them
// (`sync/mutations/pending-reviews.ts`).
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { commitReview, lockWhilePageLives, scheduleReview, undoReview } from "#sync/mutations/pending-reviews.ts";
import type { Decision, ResultsDecision } from "#sync/outbox/pending-review.ts";
import { whenHidden } from "../../lib/when-hidden.ts";
import { useMutation } from "../../state/store.ts";
import { showToast } from "../../ui/toast.tsx";
import { failureText } from "./failures.ts";

const UNDO_MS = 6000;

interface Batch {
  ids: readonly string[];
  /** False when the device had no space; a toast shows it. */
  stored: Promise<boolean>;
  timer: ReturnType<typeof setTimeout>;
  dismiss: () => void;
}

/** `ReviewedReport` rows hold the pending decisions, so all screens and tabs see them. */
export interface PendingReviews {
  /** @param rows reports, or applications with results */
  decide: (rows: readonly { id: string }[], decision: Decision | ResultsDecision, success: string) => Promise<void>;
  /** Undoes the batch of this row, or the latest batch. */
  undo: (id?: string) => void;
}

export function usePendingReviews(): PendingReviews {
  const { t } = useLingui();
  const batches = useRef<Batch[]>([]);
  const [holder] = useState(() => `review|${crypto.randomUUID()}`);
  const hold = useMutation(scheduleReview);
  const undoPending = useMutation(undoReview);
  const commit = useMutation(commitReview);

  /** True for the first caller: timer, Undo or navigation. */
  const claim = (batch: Batch): boolean => {
    if (!batches.current.includes(batch)) return false;
    batches.current = batches.current.filter((one) => one !== batch);
    clearTimeout(batch.timer);
    batch.dismiss();
    return true;
  };
  const write = async (batch: Batch) => {
    if (!claim(batch) || !(await batch.stored)) return;
    const done = await commit(batch.ids);
    if (!done.ok) showToast({ tone: "danger", title: t(failureText(done.error)) });
  };
  const undoStored = async (ids: readonly string[]) => {
    const taken = await undoPending(ids);
    if (!taken.ok) showToast({ tone: "info", title: t`Another tab has already sent this answer.` });
  };
  const undoBatch = async (batch: Batch) => {
    if (claim(batch) && (await batch.stored)) await undoStored(batch.ids);
  };

  const leave = useRef<() => Promise<unknown>>(async () => undefined);
  useEffect(() => {
    leave.current = () => Promise.all(batches.current.map(write));
  });
  useEffect(() => {
    const end = lockWhilePageLives(holder);
    const stopWatching = whenHidden(() => void leave.current());
    return () => {
      // Release the lock after writing, so that two tabs never write the same decision.
      void leave.current().finally(end);
      stopWatching();
    };
  }, [holder]);

  return {
    async decide(rows, decision, success) {
      const ids = rows.map(({ id }) => id);
      const holding = hold(ids, decision, holder);
      // Show the toast at once: appearing later, it would move buttons under the pointer.
      const batch: Batch = {
        ids,
        stored: holding.then(({ ok }) => ok),
        timer: setTimeout(() => void write(batch), UNDO_MS),
        dismiss: showToast({ title: success, action: { label: t`Undo`, onSelect: () => void undoBatch(batch) } }),
      };
      batches.current.push(batch);
      const kept = await holding;
      if (kept.ok) return;
      claim(batch);
      showToast({ tone: "danger", title: t(failureText(kept.error)) });
    },
    undo(id) {
      const batch = batches.current.findLast(({ ids }) => id === undefined || ids.includes(id));
      if (batch) void undoBatch(batch);
      // Another tab holds the decision.
      else if (id !== undefined) void undoStored([id]);
    },
  };
}
