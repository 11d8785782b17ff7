// What is typed into a report reaches the store by itself (saver.ts says when), and at once when
// the screen changes. What is on the screen is the row with the newest keys on top, so neither the
// echo of one's own write nor a sync moves the cursor.
// A page that is closed gets no time to finish that write: what is not in the row yet is a draft of
// the tab (lib/drafts.ts), which is written at once, and taken up when the report is opened again.
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { reportEdit } from "../../../../../sync/mutations/feedback.ts";
import type { OwnReport } from "../../../../../sync/queries/feedback.ts";
import { feedback, type ReportInput, reportFields } from "../../../../../sync/schema/feedback.ts";
import { readDraft, saveDraft } from "../../../../lib/drafts.ts";
import { createSaver, type Saver } from "../../../../lib/saver.ts";
import { type Failure, useMutation } from "../../../../state/store.ts";

const RETRY_MS = 5_000;
type Edits = Partial<ReportInput>;

/**
 * What a closed page left behind: only the fields that a person types, and only if they are of the
 * right kind.
 */
const left = v.partial(v.omit(v.pick(feedback, reportFields), ["release_id"]));
const draftName = (id: string) => `report:${id}`;

function leftBehind(id: string): Edits | null {
  const parsed = v.safeParse(left, readDraft(draftName(id), "tab"));
  return parsed.success ? (Object.fromEntries(Object.entries(parsed.output)) as Edits) : null;
}

export interface ReportDraft {
  values: ReportInput;
  change: (edits: Edits) => void;
  /** Resolves when everything typed so far is on the disk; false when it could not be written. */
  flush: () => Promise<boolean>;
  saving: boolean;
  failure: Failure | null;
}

export function useReportDraft(report: OwnReport): ReportDraft {
  const [overlay, setOverlay] = useState<Edits>({});
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const unwritten = useRef<Edits>({});
  const inFlight = useRef<Edits>({});
  const writtenSeq = useRef(report.sync_seq);
  const saver = useRef<Saver | null>(null);
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));
  const edit = useMutation(reportEdit);
  const writeNow = useRef<() => Promise<boolean>>(() => Promise.resolve(true));

  useEffect(() => {
    writeNow.current = async () => {
      const batch = unwritten.current;
      if (Object.keys(batch).length === 0) return true;
      unwritten.current = {};
      inFlight.current = batch;
      const done = await edit(report.id, batch);
      inFlight.current = {};
      setSaving(done.ok && Object.keys(unwritten.current).length > 0);
      setFailure(done.ok ? null : done.error);
      if (done.ok) writtenSeq.current = done.value.sync_seq;
      // Kept for the next try: what is on the screen must not be believed saved.
      else {
        unwritten.current = { ...batch, ...unwritten.current };
        // A disk that is full may have room again, without a key being pressed.
        if (["storage_full", "unexpected"].includes(done.error.type))
          setTimeout(() => saver.current?.typed(), RETRY_MS);
      }
      if (done.ok && Object.keys(unwritten.current).length === 0) saveDraft(draftName(report.id), null, "tab");
      return done.ok;
    };
  });

  // One write at a time, in the order of typing.
  const flush = () => {
    const write = () => writeNow.current();
    queue.current = queue.current.then(write, write);
    return queue.current;
  };
  const change = (edits: Edits) => {
    unwritten.current = { ...unwritten.current, ...edits };
    setOverlay((old) => ({ ...old, ...edits }));
    setSaving(true);
    saver.current?.typed();
  };
  const flushRef = useRef(flush);
  const changeRef = useRef(change);
  useEffect(() => {
    flushRef.current = flush;
    changeRef.current = change;
  });
  const { id } = report;

  useEffect(() => {
    const typing = createSaver(() => void flushRef.current());
    saver.current = typing;
    const leave = () => {
      const open = { ...inFlight.current, ...unwritten.current };
      if (Object.keys(open).length > 0) saveDraft(draftName(id), open, "tab");
    };
    const onVisibility = () => {
      if (document.visibilityState === "hidden") leave();
    };
    const edits = leftBehind(id);
    if (edits) changeRef.current(edits);
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", onVisibility);
      typing.stop();
    };
  }, [id]);

  // The row has caught up with a key, or has moved past it (another device): the row speaks again.
  useEffect(() => {
    setOverlay((old) => {
      const kept = Object.entries(old).filter(
        ([name, value]) =>
          name in unwritten.current ||
          name in inFlight.current ||
          (report[name as keyof ReportInput] !== value && report.sync_seq <= writtenSeq.current),
      );
      return kept.length === Object.keys(old).length ? old : (Object.fromEntries(kept) as Edits);
    });
  }, [report]);

  return { values: { ...report, ...overlay }, change, flush, saving, failure };
}
