// Reviews that can still be taken back: held for a few seconds, then written. Leaving the page
// writes them at once; a page that dies leaves them on the disk, where the next start finds them
// (sync/mutations/pending-reviews.ts).
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import {
  commitReview,
  lockWhilePageLives,
  scheduleReview,
  undoReview,
} from "../../../../../sync/mutations/pending-reviews.ts";
import type { Decision } from "../../../../../sync/outbox/pending-review.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { useMutation } from "../../../../state/store.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { failureText } from "../../../sync/failures.ts";

const UNDO_MS = 6000;

interface Batch {
  ids: readonly string[];
  /** Stored; false: there was no room, and the person was told. */
  stored: Promise<boolean>;
  timer: ReturnType<typeof setTimeout>;
  dismiss: () => void;
}

/** What is held is in the rows themselves (`ReviewedReport`), for all screens and tabs alike. */
export interface PendingReviews {
  decide: (reports: readonly Feedback[], decision: Decision, said: string) => Promise<void>;
  /**
   * Takes back the decision about this report, with those made together with it; without a report,
   * the latest.
   */
  undo: (reportId?: string) => void;
}

export function usePendingReviews(): PendingReviews {
  const { t } = useLingui();
  const batches = useRef<Batch[]>([]);
  const [holder] = useState(() => `review|${crypto.randomUUID()}`);
  const hold = useMutation(scheduleReview);
  const undoPending = useMutation(undoReview);
  const commit = useMutation(commitReview);

  /** True for the first of them: the timer, Undo or leaving. */
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
    const flush = () => void leave.current();
    const hidden = () => {
      if (document.visibilityState === "hidden") flush();
    };
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      // Only then may others take over what was held here: never two that write one answer.
      void leave.current().finally(end);
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, [holder]);

  return {
    async decide(reports, decision, said) {
      const ids = reports.map((r) => r.id);
      const holding = hold(ids, decision, holder);
      // Said at once: what appears later moves the buttons that are pressed next.
      const batch: Batch = {
        ids,
        stored: holding.then(({ ok }) => ok),
        timer: setTimeout(() => void write(batch), UNDO_MS),
        dismiss: showToast({ title: said, action: { label: t`Undo`, onSelect: () => void undoBatch(batch) } }),
      };
      batches.current.push(batch);
      const kept = await holding;
      if (kept.ok) return;
      claim(batch);
      showToast({ tone: "danger", title: t(failureText(kept.error)) });
    },
    undo(reportId) {
      const batch = batches.current.findLast(({ ids }) => reportId === undefined || ids.includes(reportId));
      if (batch) void undoBatch(batch);
      // Another tab holds it.
      else if (reportId !== undefined) void undoStored([reportId]);
    },
  };
}
