// What is typed into a report reaches the store by itself (saver.ts says when), and at once when
// the screen changes. What is on the screen is the row with the newest keys on top, so neither the
// echo of one's own write nor a sync moves the cursor.
// A page that is closed gets no time to finish that write: what is not in the row yet becomes a
// draft (lib/drafts.ts), and is taken up when the report is opened again. Only where the row still
// says what it said then: another tab or device may have written on.
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { reportEdit } from "../../../../../sync/mutations/feedback.ts";
import type { OwnReport } from "../../../../../sync/queries/feedback.ts";
import { feedback, type ReportInput, reportFields } from "../../../../../sync/schema/feedback.ts";
import { flushDrafts, readDraft, saveDraft } from "../../../../lib/drafts.ts";
import { createSaver, type Saver } from "../../../../lib/saver.ts";
import { type Failure, useMutation } from "../../../../state/store.ts";
import { useDraftPlace } from "../../../../ui/use-draft-place.ts";

const RETRY_MS = 5_000;
type Edits = Partial<ReportInput>;

const fields = v.partial(v.pick(feedback, reportFields));
/** @property over what the row says of these fields as long as nobody else has changed it */
const leftBehind = v.object({ edits: fields, over: v.array(fields) });

/** What a closed page left behind and the row does not say yet. */
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
  /** Resolves when everything typed so far is on the disk; false when it could not be written. */
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
      // Kept for the next try: what is on the screen must not be believed saved.
      else {
        unwritten.current = { ...batch, ...unwritten.current };
        // A disk that is full may have room again, without a key being pressed.
        if (["storage_full", "unexpected"].includes(done.error.type))
          setTimeout(() => saver.current?.typed(), RETRY_MS);
      }
      if (done.ok && Object.keys(unwritten.current).length === 0) saveDraft(place, null);
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
    row.current = report;
  });

  useEffect(() => {
    const typing = createSaver(() => void flushRef.current());
    saver.current = typing;
    const leave = () => {
      const edits = { ...inFlight.current, ...unwritten.current };
      const names = Object.keys(edits) as (keyof Edits)[];
      if (names.length === 0) return;
      // The row may not have told of the last write yet, or of the one that goes on.
      const over = [row.current, written.current, inFlight.current].map((values) => pick(values, names));
      saveDraft(place, { edits, over });
      flushDrafts();
    };
    const onVisibility = () => {
      if (document.visibilityState === "hidden") leave();
    };
    const edits = missingIn(row.current, readDraft(place));
    if (Object.keys(edits).length > 0) changeRef.current(edits);
    else saveDraft(place, null);
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", onVisibility);
      typing.stop();
    };
  }, [place]);

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
