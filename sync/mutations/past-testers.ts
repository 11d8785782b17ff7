// Changes of groups in several calls, which need a network.
import {
  addGroupTesters,
  type GroupRef,
  PEOPLE_AT_ONCE,
  type PeopleFilter,
  removeGroupTesters,
} from "../schema/past-tester-functions.ts";
import { type CallResult, ok } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { inPieces } from "./waves.ts";

/** Adds people in several calls. @returns how many were new */
export async function groupTestersAdd(transport: Transport, group: GroupRef, people: PeopleFilter): CallResult<number> {
  let added = 0;
  for (const part of partsOf(people)) {
    for (;;) {
      const done = await transport.rpc(addGroupTesters, { ...group, people: part });
      if (!done.ok) return done;
      added += done.value.added;
      if (done.value.more === 0 || done.value.added === 0) break;
    }
  }
  return ok(added);
}

export async function groupTestersRemove(transport: Transport, group: GroupRef, people: readonly string[]): CallResult {
  for (const { ids } of partsOf({ ids: people })) {
    const done = await transport.rpc(removeGroupTesters, { ...group, people: ids });
    if (!done.ok) return done;
  }
  return ok(null);
}

function partsOf(people: PeopleFilter): PeopleFilter[] {
  const { ids } = people;
  return ids ? inPieces(ids, PEOPLE_AT_ONCE).map((piece) => ({ ...people, ids: piece })) : [people];
}
