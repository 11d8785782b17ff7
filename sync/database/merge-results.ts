// Merges the results of two devices of one tester, per task, step and question (docs/tasks.md).
import { deepEqual } from "rxdb";
import { type Results, type TaskResult, taskLimits } from "../schema/tasks.ts";

type Conflict = NonNullable<TaskResult["conflicts"]>[number];
type Items = Readonly<Record<string, Conflict["value"]>>;

/** Item id of a task's note in `conflicts`. */
const noteId = "_note";

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
  /** Merges one value. Undefined: there is none. */
  const pick = <T>(before: T, here: T, there: T, onLoss: (value: T) => void = () => undefined): T => {
    if (deepEqual(here, there) || deepEqual(here, before)) return there;
    if (deepEqual(there, before)) return here;
    onLoss(mineIsLater ? there : here);
    return mineIsLater ? here : there;
  };
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
  const photos = [...new Set([...(theirs.photos ?? []), ...(mine.photos ?? [])].map(({ id }) => id))].flatMap((id) => {
    const of = (side: TaskResult | undefined) => side?.photos?.find((photo) => photo.id === id);
    return pick(of(base), of(mine), of(theirs)) ?? [];
  });
  if (photos.length > 0) merged.photos = photos.slice(0, taskLimits.photos);
  else delete merged.photos;
  const conflicts = [...(theirs.conflicts ?? []), ...(mine.conflicts ?? []), ...lost].filter(
    (one, at, all) => all.findIndex((other) => deepEqual(one, other)) === at,
  );
  if (conflicts.length > 0) merged.conflicts = conflicts.slice(-taskLimits.conflicts);
  return merged;
}
