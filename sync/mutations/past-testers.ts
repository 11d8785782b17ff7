// Groups, notes and invitations of past testers. They are calls, not rows, and need a network.
import {
  addGroupTesters,
  deleteTesterGroup,
  type InvitedPastTesters,
  invitePastTesters,
  PEOPLE_AT_ONCE,
  type PeopleFilter,
  removeGroupTesters,
  saveTesterGroup,
  setGroupTesterNote,
} from "../schema/past-tester-functions.ts";
import { type CallResult, ok } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { inPieces } from "./waves.ts";

export interface GroupRef {
  org_id: string;
  group_id: string;
}

/**
 * Creates or changes a group. @param group has an id from the caller, so that a retry creates no
 * second group
 */
export const testerGroupSave = (
  transport: Transport,
  group: GroupRef,
  { name, note }: { name: string; note: string },
): CallResult => transport.rpc(saveTesterGroup, { ...group, name, note }, "person");

export const testerGroupDelete = (transport: Transport, group: GroupRef): CallResult =>
  transport.rpc(deleteTesterGroup, { ...group }, "person");

/** Adds people in several calls. @returns how many were new */
export async function groupTestersAdd(transport: Transport, group: GroupRef, people: PeopleFilter): CallResult<number> {
  let added = 0;
  for (const part of partsOf(people)) {
    for (;;) {
      const done = await transport.rpc(addGroupTesters, { ...group, people: part }, "person");
      if (!done.ok) return done;
      added += done.value.added;
      if (done.value.more === 0 || done.value.added === 0) break;
    }
  }
  return ok(added);
}

export async function groupTestersRemove(transport: Transport, group: GroupRef, people: readonly string[]): CallResult {
  for (const { ids } of partsOf({ ids: people })) {
    const done = await transport.rpc(removeGroupTesters, { ...group, people: ids }, "person");
    if (!done.ok) return done;
  }
  return ok(null);
}

export const groupTesterNoteSet = (transport: Transport, group: GroupRef, user_id: string, note: string): CallResult =>
  transport.rpc(setGroupTesterNote, { ...group, user_id, note }, "person");

/** @param send false only checks the invitations */
export const pastTestersInvite = (
  transport: Transport,
  campaign: string,
  people: PeopleFilter,
  send: boolean,
): CallResult<InvitedPastTesters> => transport.rpc(invitePastTesters, { campaign, people, send }, "person");

/** Splits people into calls. */
function partsOf(people: PeopleFilter): PeopleFilter[] {
  const { ids } = people;
  return ids ? inPieces(ids, PEOPLE_AT_ONCE).map((piece) => ({ ...people, ids: piece })) : [people];
}
