// Autosaves a report (see `saver.ts` for the timing). The screen shows the row with unsaved edits
// on top, so replication never moves the cursor. A closing page cannot finish a write: unsaved
// edits become a draft (`lib/drafts.ts`). The draft applies only if the row did not change since.
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { flushDrafts, readDraft, saveDraft } from "#lib/drafts.ts";
import { createSaver, type Saver } from "#lib/saver.ts";
import { storeWhenHidden } from "#lib/when-hidden.ts";
import { type Failure, useMutation, useStore } from "#state/store.ts";
import { reportEdit } from "#sync/mutations/feedback.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { feedback, type ReportInput, reportFields } from "#sync/schema/feedback.ts";
import { useDraftPlace } from "#ui/use-draft-place.ts";

const RETRY_MS = 5_000;
type Edits = Partial<ReportInput>;

const fields = v.partial(v.pick(feedback, reportFields));
/** @property over the row's values when the draft was written; other values discard the draft */
const leftBehind = v.object({ edits: fields, over: v.array(fields) });

/** Edits of the draft that the row does not contain yet. */
function missingIn(report: OwnReport, draft: unknown): Edits {
  const parsed = v.safeParse(leftBehind, draft);
  if (!parsed.success) return {};
  const { edits, over } = parsed.output;
  const names = (Object.keys(edits) as (keyof typeof edits)[]).filter(
    (name) => edits[name] !== report[name] && over.some((values) => values[name] === report[name]),
  );
  return pick(edits, names);
}

const pick = (from: Edits | v.InferOutput<typeof fields>, names: readonly (keyof Edits)[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Edits;

export interface ReportDraft {
  values: ReportInput;
  change: (edits: Edits) => void;
  /** Resolves to true when all typed text is stored, to false when the write failed. */
  flush: () => Promise<boolean>;
  saving: boolean;
  failure: Failure | null;
}

export function useReportDraft(report: OwnReport): ReportDraft {
  const [overlay, setOverlay] = useState<Edits>({});
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const place = useDraftPlace(`report:${report.id}`);
  const row = useRef(report);
  const unwritten = useRef<Edits>({});
  const inFlight = useRef<Edits>({});
  const written = useRef<Edits>({});
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
      if (done.ok) {
        written.current = { ...written.current, ...batch };
        writtenSeq.current = done.value.sync_seq;
      }
      // Keep the edits for a retry and report them as unsaved.
      else {
        unwritten.current = { ...batch, ...unwritten.current };
        // Retry without a keystroke: disk space may become free, and a cleared device pulls the
        // report again.
        if (["storage_full", "unexpected", "not_found"].includes(done.error.type))
          setTimeout(() => saver.current?.typed(), RETRY_MS);
      }
      if (done.ok && Object.keys(unwritten.current).length === 0) saveDraft(place, null);
      return done.ok;
    };
  });

  // Writes run one at a time, in typing order.
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
    row.current = report;
  });

  useEffect(() => {
    const typing = createSaver(() => void flushRef.current());
    saver.current = typing;
    const leave = () => {
      const edits = { ...inFlight.current, ...unwritten.current };
      const names = Object.keys(edits) as (keyof Edits)[];
      if (names.length === 0) return;
      // The row may not reflect the last finished write or the one in flight.
      const over = [row.current, written.current, inFlight.current].map((values) => pick(values, names));
      saveDraft(place, { edits, over });
      flushDrafts();
    };
    const edits = missingIn(row.current, readDraft(place));
    if (Object.keys(edits).length > 0) changeRef.current(edits);
    else saveDraft(place, null);
    const stopWatching = storeWhenHidden(leave);
    return () => {
      stopWatching();
      typing.stop();
      saver.current = null;
    };
  }, [place]);

  // After a rebuild the server's version is older than the text on screen.
  const store = useStore();
  const shown = useRef({ store, report });
  useEffect(() => {
    const before = shown.current;
    if (before.report === report || store === null) return;
    shown.current = { store, report };
    if (before.store === store || report.sync_seq >= Math.max(before.report.sync_seq, writtenSeq.current)) return;
    const here: ReportInput = { ...before.report, ...written.current, ...unwritten.current };
    const edits = pick(
      here,
      reportFields.filter((name) => here[name] !== report[name]),
    );
    writtenSeq.current = report.sync_seq;
    if (Object.keys(edits).length > 0) changeRef.current(edits);
  }, [store, report]);

  // Drop an edit when the row contains it or another device has changed the field.
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
