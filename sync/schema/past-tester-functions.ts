// Answers of the SQL functions for an organization's past testers and their groups.
import * as v from "valibot";
import { pageOf } from "./admin-functions.ts";
import { testerCard } from "./applications.ts";
import { args, command, numbers, sqlFunction, strings } from "./functions.ts";

/** Maximum of people per call. */
export const PEOPLE_AT_ONCE = 500;
/** Where the server stops counting. */
export const MOST_COUNTED = 10_000;
/** Maximum of groups per organization. */
export const MOST_GROUPS = 100;

/** A person whom the organization has accepted before. */
const pastTester = v.object({
  id: v.string(),
  card: testerCard,
  /** This and the following figures count this organization only. */
  ...numbers("tests", "reports_approved"),
  last_active_at: v.nullable(v.string()),
  /** Ids of the person's groups. */
  groups: v.array(v.string()),
  /** The person's note in the requested group. */
  note: v.string(),
});
export type PastTester = v.InferOutput<typeof pastTester>;
export const listPastTesters = sqlFunction("list_past_testers", v.object(pageOf(pastTester)));

const testerGroup = v.object({
  /** `created_by`: a display name. */
  ...strings("id", "name", "note", "created_by", "created_at"),
  members: v.number(),
});
export type TesterGroup = v.InferOutput<typeof testerGroup>;
export const listTesterGroups = sqlFunction("list_tester_groups", v.object(pageOf(testerGroup)));
export interface GroupRef {
  org_id: string;
  /** Chosen by the caller, so that a retry creates no second group. */
  group_id: string;
}
export const saveTesterGroup = command<GroupRef & { name: string; note: string }>("save_tester_group");
export const deleteTesterGroup = command<GroupRef>("delete_tester_group");
export const addGroupTesters = sqlFunction("add_group_testers", v.object(numbers("added", "more")));
export const removeGroupTesters = command<GroupRef & { people: readonly string[] }>("remove_group_testers");
export const setGroupTesterNote = command<GroupRef & { user_id: string; note: string }>("set_group_tester_note");

/**
 * Numbers of people: newly invited, those who can see the campaign already (`joined`), those with
 * an unanswered invitation (`waiting`), and those left for another call (`more`).
 */
const invitedPastTesters = v.object(numbers("invited", "joined", "waiting", "more"));
export type InvitedPastTesters = v.InferOutput<typeof invitedPastTesters>;
export const invitePastTesters = sqlFunction(
  "invite_past_testers",
  invitedPastTesters,
  /** `send` false only checks. */
  args<{ campaign: string; people: PeopleFilter; send: boolean }>(),
);

/** Selects past testers who meet all conditions. */
export interface PeopleFilter {
  /** At most PEOPLE_AT_ONCE. */
  ids?: readonly string[];
  search?: string;
  karma?: number | null;
  platform?: string;
  app_id?: string;
  group_id?: string;
  not_in_campaign?: string;
}
