import { compareInstants } from "#sync/queries/feedback.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { likenessOf, tokens } from "../../matching.ts";

/** Two or more similar reports, the oldest first. */
export type SimilarGroup<R extends Feedback = Feedback> = readonly R[];

/** Maximum group size, since the merge dialog lists all. Screens show a full group as "49+". */
export const MOST = 50;
/** A word in more groups than this is ignored as too common. */
const COMMON = 100;
/** Minimum share of common words. */
const ALIKE = 0.5;

const arrived = (r: Feedback) => r.received_at ?? r.captured_at;
/** Rejected reports are neither originals nor duplicates. */
const counts = (r: Feedback) => r.status === "submitted" || r.status === "approved" || r.status === "changes_requested";

interface Found<R> {
  words: ReadonlySet<string>;
  reports: R[];
}

/**
 * Adds each report to the most similar group of its type, or starts a new one. An index by words
 * avoids comparing every pair. Yields before each report, so that the caller can interleave other
 * work.
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
      // Upper bound: all common words included.
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

/** True when both lists produce the same groups. */
export const groupTheSame = (one: readonly Feedback[], other: readonly Feedback[]): boolean =>
  one.length === other.length &&
  one.every((a, index) => {
    const b = other[index];
    return b && a.id === b.id && a.summary === b.summary && a.type === b.type && counts(a) === counts(b);
  });

/** Maps groups to current rows, without deleted or rejected reports. */
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
  /** Grouped reports first, the largest group at the top; then the others in their order. */
  reports: R[];
  /** By the first listed report of each group; includes reports that the list hides. */
  groups: ReadonlyMap<string, SimilarGroup<R>>;
  members: ReadonlySet<string>;
}

/** Sorts the list by similarity. A group needs two listed reports, or one that can be merged. */
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

/** The approved report, else the oldest. */
export const originalOf = (group: SimilarGroup): Feedback | undefined =>
  group.find((r) => r.status === "approved") ?? group[0];

/** Reports that can be closed as duplicates of the original. */
export const closable = (group: SimilarGroup, original: string | undefined): Feedback[] =>
  group.filter((r) => r.status === "submitted" && r.id !== original);
