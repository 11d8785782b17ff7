// Levels of karma, and what each opens. Only the server counts karma; private.karma_level is the
// same table.

/** The lowest level first. */
export const karmaLevels = ["newcomer", "tester", "trusted", "expert"] as const;
export type KarmaLevel = (typeof karmaLevels)[number];

/** The karma from which one has a level. A newcomer may have less than none. */
export const levelFrom: { readonly [L in KarmaLevel]: number } = { newcomer: 0, tester: 15, trusted: 150, expert: 600 };

/** For the exercises about a good report, once (private.recount_person). */
export const guideKarma = 5;

/** For what comes of tests (private.recount_person). A duplicate costs nothing. */
export const karmaFor = { approved: 10, pointOfUsefulness: 2, rejected: -5, completedTest: 20 } as const;

export const levelOf = (karma: number): KarmaLevel =>
  karmaLevels.findLast((level) => karma >= levelFrom[level]) ?? "newcomer";

/** Null: there is none above. */
export const levelAfter = (level: KarmaLevel): KarmaLevel | null => karmaLevels[karmaLevels.indexOf(level) + 1] ?? null;

/** Is it told of new tests every hour, instead of once a day? */
export const isToldHourly = (karma: number): boolean => karma >= levelFrom.trusted;
