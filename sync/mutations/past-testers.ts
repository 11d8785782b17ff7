// What members do with past testers of their organization: groups, notes, invitations. Calls, not
// rows: none works offline, and the screens say so.
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
import { type CallFailure, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

type Answer<T> = Promise<Result<T, CallFailure>>;

export interface GroupRef {
  org_id: string;
  group_id: string;
}

/**
 * Makes a group, or changes it. @param group the caller makes its id: a repeat makes no second one
 */
export const testerGroupSave = (
  transport: Transport,
  group: GroupRef,
  { name, note }: { name: string; note: string },
): Answer<unknown> => transport.rpc(saveTesterGroup, { ...group, name, note }, "person");

export const testerGroupDelete = (transport: Transport, group: GroupRef): Answer<unknown> =>
  transport.rpc(deleteTesterGroup, { ...group }, "person");

/** Adds all of them, in as many calls as that takes. @returns how many were not in it before */
export async function groupTestersAdd(transport: Transport, group: GroupRef, people: PeopleFilter): Answer<number> {
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

export async function groupTestersRemove(
  transport: Transport,
  group: GroupRef,
  people: readonly string[],
): Answer<unknown> {
  for (const { ids } of partsOf({ ids: people })) {
    const done = await transport.rpc(removeGroupTesters, { ...group, people: ids }, "person");
    if (!done.ok) return done;
  }
  return ok(null);
}

export const groupTesterNoteSet = (
  transport: Transport,
  group: GroupRef,
  user_id: string,
  note: string,
): Answer<unknown> => transport.rpc(setGroupTesterNote, { ...group, user_id, note }, "person");

/** @param send false: only says what would happen */
export const pastTestersInvite = (
  transport: Transport,
  campaign: string,
  people: PeopleFilter,
  send: boolean,
): Answer<InvitedPastTesters> => transport.rpc(invitePastTesters, { campaign, people, send }, "person");

/** As many of them as one call takes. */
function partsOf(people: PeopleFilter): PeopleFilter[] {
  const { ids } = people;
  if (!ids) return [people];
  return Array.from({ length: Math.ceil(ids.length / PEOPLE_AT_ONCE) }, (_, n) => ({
    ...people,
    ids: ids.slice(n * PEOPLE_AT_ONCE, (n + 1) * PEOPLE_AT_ONCE),
  }));
}
