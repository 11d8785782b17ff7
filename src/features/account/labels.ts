// Words and tones of this feature's enums: the only place for them.
import { msg } from "@lingui/core/macro";
import type { KarmaLevel } from "../../../sync/schema/karma.ts";
import type { Profile, Role } from "../../../sync/schema/profiles.ts";
import type { SavedReply } from "../../../sync/schema/replies.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tones } from "../../ui/color-role.ts";

export const roleLabel: Labels<Role> = { tester: msg`Tester`, developer: msg`Developer`, admin: msg`Admin` };

export const profileStatusLabel: Labels<Profile["status"]> = {
  active: msg({ message: "Active", context: "person" }),
  inactive: msg({ message: "Inactive", context: "person" }),
  suspended: msg({ message: "Suspended", context: "person" }),
};

/**
 * What a tester's score is called: alone, at the head of a list, and inside a sentence. A sentence
 * takes the noun as `{karma}`, without an article, so that a noun of another gender fits in.
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

/** What each level has besides those below it. */
export const levelOpens: Labels<KarmaLevel> = {
  newcomer: msg`Apply to every test, and be told of new tests that fit your saved searches once a day.`,
  tester: msg`Developers see your level beside your application.`,
  trusted: msg`You are told of new tests that fit every hour instead of once a day.`,
  expert: msg`Developers who sort by best fit see you before others who fit as well.`,
};

export const personTone: Tones<Profile["status"]> = { active: "positive", inactive: "caution", suspended: "danger" };

export const replyKindLabel: Labels<SavedReply["kind"]> = {
  changes: msg`Request changes`,
  reject: msg`Reject`,
  duplicate: msg`Mark as duplicate`,
  comment: msg`Write a comment`,
};
