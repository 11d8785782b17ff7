// Reports that are about the same: found by the words of their summaries, on this device. Pure.
import { compareInstants } from "../../../../../sync/queries/feedback.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { likenessOf, tokens } from "../../matching.ts";

/** Reports that look alike, the one that came first at the beginning. At least two. */
export type SimilarGroup<R extends Feedback = Feedback> = readonly R[];

/** Most reports of a group: a merge shows them all. */
const MOST = 50;
/** A word of more groups than this says nothing about what a report is about. */
const COMMON = 100;
/** Half of all words are the same. */
const ALIKE = 0.5;

const arrived = (r: Feedback) => r.received_at ?? r.captured_at;
/** A rejected report is closed: it neither repeats nor is repeated. */
const counts = (r: Feedback) => r.status === "submitted" || r.status === "approved" || r.status === "changes_requested";

interface Found<R> {
  words: ReadonlySet<string>;
  reports: R[];
}

/**
 * Each report joins the group whose first report is most like it, among those of its type, or
 * begins one. Found by their words: 5,000 reports are compared with what shares a word, not with
 * each other. Stops before each report, for whoever has other work.
 */
export function* grouping<R extends Feedback>(reports: readonly R[]): Generator<void, SimilarGroup<R>[]> {
  const groups: Found<R>[] = [];
  const byWord = new Map<string, Found<R>[]>();
  const oldestFirst = reports.filter(counts).sort((a, b) => compareInstants(arrived(a), arrived(b)));
  for (const report of oldestFirst) {
    yield;
    const words = tokens(report.summary);
    const keys = [...words].map((word) => `${report.type} ${word}`);
    const known = keys.map((key) => byWord.get(key) ?? []);
    const telling = known.filter((list) => list.length <= COMMON);
    const shared = new Map<Found<R>, number>();
    for (const group of telling.flat()) shared.set(group, (shared.get(group) ?? 0) + 1);
    let best: Found<R> | null = null;
    let most = 0;
    for (const [group, count] of shared) {
      // At most: with all words that say nothing.
      const atMost = (2 * (count + known.length - telling.length)) / (words.size + group.words.size);
      if (atMost < ALIKE || atMost <= most || group.reports.length >= MOST) continue;
      const like = likenessOf(words, group.words);
      if (like >= ALIKE && like > most) [best, most] = [group, like];
    }
    if (best) best.reports.push(report);
    else if (words.size > 0) {
      const group = { words, reports: [report] };
      groups.push(group);
      for (const key of keys) {
        const list = byWord.get(key);
        if (list) list.push(group);
        else byWord.set(key, [group]);
      }
    }
  }
  return groups.map((group) => group.reports).filter((group) => group.length > 1);
}

/** Do these rows make the same groups? */
export const groupTheSame = (one: readonly Feedback[], other: readonly Feedback[]): boolean =>
  one.length === other.length &&
  one.every((a, index) => {
    const b = other[index];
    return b && a.id === b.id && a.summary === b.summary && a.type === b.type && counts(a) === counts(b);
  });

/** The groups as the rows are now: without those that left or were rejected meanwhile. */
export function groupsOfIds<R extends Feedback>(
  groups: readonly (readonly string[])[],
  reports: readonly R[],
): SimilarGroup<R>[] {
  if (groups.length === 0) return [];
  const byId = new Map(reports.filter(counts).map((report) => [report.id, report]));
  return groups.map((ids) => ids.flatMap((id) => byId.get(id) ?? [])).filter((group) => group.length > 1);
}

/** The group of each report that belongs to one, by the report's id. */
export const groupById = <R extends Feedback>(
  groups: readonly SimilarGroup<R>[],
): ReadonlyMap<string, SimilarGroup<R>> =>
  new Map(groups.flatMap((group) => group.map(({ id }) => [id, group] as const)));

export interface GroupedList<R extends Feedback> {
  /** Members of a group stand together, the largest group first; then the others, as they were. */
  reports: R[];
  /** By the first report of each group in the list: all of its reports, also those elsewhere. */
  groups: ReadonlyMap<string, SimilarGroup<R>>;
  /** The reports that belong to one. */
  members: ReadonlySet<string>;
}

/** The list by similarity. Of a group at least two must be in it, or one that can be merged. */
export function groupedList<R extends Feedback>(shown: readonly R[], all: readonly SimilarGroup<R>[]): GroupedList<R> {
  const inList = new Map(shown.map((report) => [report.id, report]));
  const found = all
    .map((group) => ({ group, here: group.flatMap(({ id }) => inList.get(id) ?? []) }))
    .filter(({ here }) => here.length > 0)
    .sort((a, b) => b.group.length - a.group.length);
  const members = new Set(found.flatMap(({ here }) => here.map(({ id }) => id)));
  return {
    reports: [...found.flatMap(({ here }) => here), ...shown.filter(({ id }) => !members.has(id))],
    groups: new Map(found.map(({ group, here }) => [here[0]?.id ?? "", group])),
    members,
  };
}

/** The one that others repeat: what was approved before, else what came first. */
export const originalOf = (group: SimilarGroup): Feedback | undefined =>
  group.find((r) => r.status === "approved") ?? group[0];

/** Those that can be closed as duplicates of another of the group. */
export const closable = (group: SimilarGroup, original: string | undefined): Feedback[] =>
  group.filter((r) => r.status === "submitted" && r.id !== original);
