// Answers of the SQL functions for past testers of an organization and their groups.
import * as v from "valibot";
import { pageOf } from "./admin-functions.ts";
import { testerCard } from "./applications.ts";
import { nothing, sqlFunction } from "./functions.ts";

/** How many people one call adds, removes or invites. */
export const PEOPLE_AT_ONCE = 500;
/** Where the server stops counting them. */
export const MOST_COUNTED = 10_000;
/** How many groups an organization can have. */
export const MOST_GROUPS = 100;

/** Somebody whom the organization has accepted before. */
const pastTester = v.object({
  id: v.string(),
  card: testerCard,
  /** In this organization, as is what follows. */
  tests: v.number(),
  reports_approved: v.number(),
  last_active_at: v.nullable(v.string()),
  /** The ids of the groups they are in. */
  groups: v.array(v.string()),
  /** Of the group that was asked for. */
  note: v.string(),
});
export type PastTester = v.InferOutput<typeof pastTester>;
export const listPastTesters = sqlFunction("list_past_testers", v.object(pageOf(pastTester)));

const testerGroup = v.object({
  id: v.string(),
  name: v.string(),
  note: v.string(),
  /** A name. */
  created_by: v.string(),
  created_at: v.string(),
  /** How many. */
  members: v.number(),
});
export type TesterGroup = v.InferOutput<typeof testerGroup>;
export const listTesterGroups = sqlFunction("list_tester_groups", v.object(pageOf(testerGroup)));
export const saveTesterGroup = sqlFunction("save_tester_group", nothing);
export const deleteTesterGroup = sqlFunction("delete_tester_group", nothing);
export const addGroupTesters = sqlFunction("add_group_testers", v.object({ added: v.number(), more: v.number() }));
export const removeGroupTesters = sqlFunction("remove_group_testers", nothing);
export const setGroupTesterNote = sqlFunction("set_group_tester_note", nothing);

const invitedPastTesters = v.object({
  invited: v.number(),
  /** Who may see the campaign already. */
  joined: v.number(),
  /** Who was invited before and has not answered. */
  waiting: v.number(),
  /** How many are left for another call. */
  more: v.number(),
});
export type InvitedPastTesters = v.InferOutput<typeof invitedPastTesters>;
export const invitePastTesters = sqlFunction("invite_past_testers", invitedPastTesters);

/** Which past testers: those that fit all of these. */
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
