// Merges the results and retests of two devices of one tester (docs/tasks.md).
import { deepEqual } from "rxdb";
import type { Application } from "../schema/applications.ts";
import type { Attachment } from "../schema/feedback.ts";
import { type Results, type TaskResult, taskLimits } from "../schema/tasks.ts";

type Conflict = NonNullable<TaskResult["conflicts"]>[number];
type Items = Readonly<Record<string, Conflict["value"]>>;

/** Item id of a task's note in `conflicts`. */
const noteId = "_note";

export type Retests = Application["retests"];
type Retest = Retests[string];

/** Merges one value of two sides. Undefined: there is none. */
type Pick = <T>(before: T, here: T, there: T, onLoss?: (value: T) => void) => T;

/** Picks the side that changed the value since `base`; of two changes the later one. */
const picker =
  (mineIsLater: boolean): Pick =>
  (before, here, there, onLoss) => {
    if (deepEqual(here, there) || deepEqual(here, before)) return there;
    if (deepEqual(there, before)) return here;
    onLoss?.(mineIsLater ? there : here);
    return mineIsLater ? here : there;
  };

interface WithPhotos {
  photos?: Attachment[] | undefined;
}

/** The photos of both sides, without those that one side removed. */
function unitedPhotos(pick: Pick, base: WithPhotos | undefined, mine: WithPhotos, theirs: WithPhotos): Attachment[] {
  const ids = new Set([...(theirs.photos ?? []), ...(mine.photos ?? [])].map(({ id }) => id));
  return [...ids]
    .flatMap((id) => {
      const of = (side: WithPhotos | undefined) => side?.photos?.find((photo) => photo.id === id);
      return pick(of(base), of(mine), of(theirs)) ?? [];
    })
    .slice(0, taskLimits.photos);
}

/**
 * Keeps the answers of both sides since `base`, by report. Of two answers about one build the later
 * mark stays, with the photos and, if there is room, the notes of both.
 */
export function mergeRetests(base: Retests, mine: Retests, theirs: Retests): Retests {
  const merged: Retests = { ...mine, ...theirs };
  for (const [report, there] of Object.entries(theirs)) {
    const here = mine[report];
    if (here) merged[report] = mergeRetest(base[report], here, there);
  }
  return merged;
}

function mergeRetest(base: Retest | undefined, mine: Retest, theirs: Retest): Retest {
  if (deepEqual(mine, theirs) || deepEqual(mine, base)) return theirs;
  if (deepEqual(theirs, base)) return mine;
  const mineIsLater = mine.at > theirs.at;
  const winner = mineIsLater ? mine : theirs;
  if (mine.release_id !== theirs.release_id) return winner;
  const before = base?.release_id === mine.release_id ? base : undefined;
  const pick = picker(mineIsLater);
  let lost = "";
  const note = pick(before?.note ?? "", mine.note ?? "", theirs.note ?? "", (text) => {
    lost = text;
  });
  const both = lost === "" || note.includes(lost) ? note : `${note}\n${lost}`;
  const {
    note: _,
    photos: __,
    ...mark
  } = { ...winner, mark: pick(before?.mark, mine.mark, theirs.mark) ?? winner.mark };
  const words = both.length <= taskLimits.note ? both : note;
  const photos = unitedPhotos(pick, before, mine, theirs);
  return { ...mark, ...(words !== "" && { note: words }), ...(photos.length > 0 && { photos }) };
}

/**
 * Keeps the answers of both sides since `base`. Of two answers to one item the later one stays, and
 * the other one goes to the task's `conflicts`.
 */
export function mergeResults(base: Results, mine: Results, theirs: Results): Results {
  const merged: Results = { ...mine, ...theirs };
  for (const [key, there] of Object.entries(theirs)) {
    const here = mine[key];
    if (here) merged[key] = mergeTask(base[key], here, there);
  }
  return merged;
}

function mergeTask(base: TaskResult | undefined, mine: TaskResult, theirs: TaskResult): TaskResult {
  if (deepEqual(mine, theirs) || deepEqual(mine, base)) return theirs;
  if (deepEqual(theirs, base)) return mine;
  const mineIsLater = mine.at > theirs.at;
  const [winner, loser] = mineIsLater ? [mine, theirs] : [theirs, mine];
  const lost: Conflict[] = [];
  const pick = picker(mineIsLater);
  const note = (id: string) => (value: Conflict["value"] | undefined) => {
    if (value !== undefined) lost.push({ id, at: loser.at, value });
  };
  const items = <I extends Items>(before: I | undefined, here: I | undefined, there: I | undefined) => {
    const ids = new Set([...Object.keys(there ?? {}), ...Object.keys(here ?? {})]);
    const entries = [...ids].map((id) => [id, pick(before?.[id], here?.[id], there?.[id], note(id))] as const);
    // Cast: the values come from lists of this type.
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as unknown as I;
  };
  const merged: TaskResult = {
    ...winner,
    version: Math.max(mine.version, theirs.version),
    release_id: pick(base?.release_id ?? null, mine.release_id, theirs.release_id),
    state: pick(base?.state ?? "open", mine.state, theirs.state),
    minutes: Math.max(mine.minutes, theirs.minutes),
  };
  if (mine.steps || theirs.steps) merged.steps = items(base?.steps, mine.steps, theirs.steps);
  if (mine.answers || theirs.answers) merged.answers = items(base?.answers, mine.answers, theirs.answers);
  if (mine.days || theirs.days) merged.days = [...new Set([...(mine.days ?? []), ...(theirs.days ?? [])])].sort();
  const words = pick(base?.note ?? "", mine.note ?? "", theirs.note ?? "", (text) => note(noteId)(text || undefined));
  if (words) merged.note = words;
  else delete merged.note;
  const code = pick(base?.code ?? "", mine.code ?? "", theirs.code ?? "");
  if (code) merged.code = code;
  else delete merged.code;
  const photos = unitedPhotos(pick, base, mine, theirs);
  if (photos.length > 0) merged.photos = photos;
  else delete merged.photos;
  const conflicts = [...(theirs.conflicts ?? []), ...(mine.conflicts ?? []), ...lost].filter(
    (one, at, all) => all.findIndex((other) => deepEqual(one, other)) === at,
  );
  if (conflicts.length > 0) merged.conflicts = conflicts.slice(-taskLimits.conflicts);
  return merged;
}
