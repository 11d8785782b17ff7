// Levels of karma and their rights. Only the server counts karma; private.karma_level has the same
// table.

/** The lowest level first. */
export const karmaLevels = ["newcomer", "tester", "trusted", "expert"] as const;
export type KarmaLevel = (typeof karmaLevels)[number];

/** The minimum karma of each level. A newcomer's karma may be negative. */
export const levelFrom: { readonly [L in KarmaLevel]: number } = { newcomer: 0, tester: 15, trusted: 150, expert: 600 };

/** For completing the report exercises, once (private.recount_person). */
export const guideKarma = 5;

/** Karma of test results (private.recount_person). A duplicate costs nothing. */
export const karmaFor = { approved: 10, pointOfUsefulness: 2, rejected: -5, completedTest: 20 } as const;

export const levelOf = (karma: number): KarmaLevel =>
  karmaLevels.findLast((level) => karma >= levelFrom[level]) ?? "newcomer";

/** Returns the next level; null at the highest. */
export const levelAfter = (level: KarmaLevel): KarmaLevel | null => karmaLevels[karmaLevels.indexOf(level) + 1] ?? null;

/** True if the person is notified of new tests hourly instead of daily. */
export const isToldHourly = (karma: number): boolean => karma >= levelFrom.trusted;
