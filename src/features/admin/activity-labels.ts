import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ActivityEntry } from "#sync/schema/activity.ts";
import { translate } from "../../i18n/i18n.ts";
import { profileStatusLabel, roleLabel } from "../common/account-labels.ts";
import { flagStatusLabel } from "../flags/labels.ts";
import { settingLabel, settingSectionLabel } from "./labels.ts";

const actions: Readonly<Record<string, MessageDescriptor>> = {
  registered: msg`registered`,
  campaign_published: msg`published a campaign`,
  app_published: msg`published an app`,
  app_unpublished: msg`unpublished an app`,
  release_withdrawn: msg`withdrew a release`,
  release_expired: msg`has a release that expired`,
  app_hidden: msg`hid an app`,
  app_shown: msg`showed an app again`,
  payout_paid: msg`marked a payout as paid`,
  payout_failed: msg`marked a payout as failed`,
  flag_under_review: msg`started reviewing a flag`,
  flag_resolved: msg`resolved a flag`,
  flag_dismissed: msg`dismissed a flag`,
  content_hidden: msg`hid flagged content`,
  content_restored: msg`restored flagged content`,
  settings_saved: msg`saved settings`,
  role_changed: msg`changed a role`,
  status_changed: msg`changed a user's status`,
  user_edited: msg`edited a user`,
  user_invited: msg`invited a user`,
  user_deleted: msg`deleted a user`,
  account_deleted: msg`deleted their account`,
  second_factor_reset: msg`removed two-step verification`,
  session_ended: msg`ended a session`,
  recovery_code_used: msg`used a recovery code: two-step verification is off`,
  reward_voided: msg`voided a reward`,
  sample_data_cleaned: msg`cleaned the test data`,
};

/** Unknown actions of a newer server are shown by code. */
export const actionText = (action: string): MessageDescriptor => actions[action] ?? { id: action, message: action };
export const knownActions = Object.keys(actions);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Words = Readonly<Record<string, MessageDescriptor>>;

const valueWords: Readonly<Record<string, Words>> = {
  role_changed: roleLabel,
  status_changed: profileStatusLabel,
  flag_under_review: flagStatusLabel,
  flag_resolved: flagStatusLabel,
  flag_dismissed: flagStatusLabel,
  content_hidden: flagStatusLabel,
  content_restored: flagStatusLabel,
  settings_saved: { true: msg`On`, false: msg`Off` },
};

/** Unknown values of a newer server are shown unchanged. */
function shown(value: unknown, words?: Words): string {
  const word = words?.[String(value)];
  if (word) return translate(word);
  return value === undefined || value === null || value === "" ? "–" : String(value);
}

export interface Change {
  what: string;
  before: string;
  after: string;
}

const settingWords: Words = settingLabel;
const sectionWords: Words = settingSectionLabel;

/** Settings have a value per key, other entries a single value. */
export function changesOf({ action, details: { from, to } }: ActivityEntry): Change[] {
  const words = valueWords[action];
  if (isRecord(from) && isRecord(to)) {
    return Object.keys(to).map((key) => ({
      what: shown(key, settingWords),
      before: shown(from[key], words),
      after: shown(to[key], words),
    }));
  }
  if (from === undefined && to === undefined) return [];
  return [{ what: "", before: shown(from, words), after: shown(to, words) }];
}

export function targetOf({ details }: ActivityEntry): string {
  if (typeof details.section === "string") return shown(details.section, sectionWords);
  const told = [details.title, details.content_title, details.name, details.tester_name];
  const name = told.find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? name : "";
}
