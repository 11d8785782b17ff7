import { msg } from "@lingui/core/macro";
import type { KarmaLevel } from "#sync/schema/karma.ts";
import type { Profile, Role } from "#sync/schema/profiles.ts";
import type { SavedReply } from "#sync/schema/replies.ts";
import type { Labels } from "../../i18n/labels.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";

export const roleLabel: Labels<Role> = { tester: msg`Tester`, developer: msg`Developer`, admin: msg`Admin` };

export const [profileStatusLabel, personTone] = labelsAndTones<Profile["status"]>({
  active: [msg({ message: "Active", context: "person" }), "positive"],
  inactive: [msg({ message: "Inactive", context: "person" }), "caution"],
  suspended: [msg({ message: "Suspended", context: "person" }), "danger"],
});

/**
 * Names of the tester's score. Sentences contain `{karma}` without an article, so that they fit a
 * noun of any gender.
 */
export const karmaLabel = {
  score: msg`Karma Score`,
  title: msg`Karma`,
  noun: msg({ message: "karma", context: "noun within a sentence" }),
};

export const levelLabel: Labels<KarmaLevel> = {
  newcomer: msg({ message: "Newcomer", context: "level of karma" }),
  tester: msg({ message: "Tester", context: "level of karma" }),
  trusted: msg({ message: "Trusted", context: "level of karma" }),
  expert: msg({ message: "Expert", context: "level of karma" }),
};

/** Additional benefits of each level. */
export const levelOpens: Labels<KarmaLevel> = {
  newcomer: msg`Apply to every test, and get a daily alert about new tests that fit your saved searches.`,
  tester: msg`Developers see your level beside your application.`,
  trusted: msg`You get alerts about new tests every hour instead of once a day.`,
  expert: msg`Developers who sort by best fit see you before others who fit as well.`,
};

export const replyKindLabel: Labels<SavedReply["kind"]> = {
  changes: msg`Request changes`,
  reject: msg`Reject`,
  duplicate: msg`Mark as duplicate`,
  comment: msg`Write a comment`,
};
