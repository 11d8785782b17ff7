// The state machines (docs/decisions.md) as data: which actor may make which transition. SQL has
// the same rows in the table `state_transitions` (tests/sql/bridge.test.ts compares them); screens
// check `canMove` before they show a button. `new` is the state before a row exists. Only triggers
// and schedules make `server` transitions.

export type Actor = "tester" | "developer" | "admin" | "server";
export type Machine = "campaign" | "application" | "feedback" | "reward" | "payout" | "flag" | "release" | "app";
type Move = readonly [machine: Machine, from: string, to: string, actor: Actor];

export const moves: readonly Move[] = [
  ["campaign", "new", "draft", "developer"],
  ["campaign", "new", "active", "developer"],
  ["campaign", "draft", "active", "developer"],
  ["campaign", "active", "completed", "developer"],
  ["campaign", "active", "completed", "server"],
  ["campaign", "completed", "archived", "developer"],
  ["campaign", "archived", "completed", "developer"],

  ["application", "new", "pending", "tester"],
  ["application", "pending", "accepted", "developer"],
  ["application", "pending", "accepted", "server"],
  ["application", "pending", "rejected", "developer"],
  ["application", "pending", "withdrawn", "tester"],
  ["application", "pending", "withdrawn", "server"],
  ["application", "accepted", "withdrawn", "tester"],
  ["application", "accepted", "withdrawn", "server"],
  ["application", "accepted", "removed", "developer"],
  ["application", "accepted", "completed", "server"],

  ["feedback", "new", "draft", "tester"],
  ["feedback", "new", "submitted", "tester"],
  ["feedback", "draft", "submitted", "tester"],
  ["feedback", "submitted", "approved", "developer"],
  ["feedback", "submitted", "approved", "server"],
  ["feedback", "submitted", "rejected", "developer"],
  ["feedback", "submitted", "changes_requested", "developer"],
  ["feedback", "changes_requested", "submitted", "tester"],

  ["reward", "new", "earned", "server"],
  ["reward", "earned", "requested", "server"],
  ["reward", "requested", "earned", "server"],
  ["reward", "requested", "paid", "server"],
  ["reward", "earned", "void", "admin"],

  ["payout", "new", "requested", "tester"],
  ["payout", "requested", "paid", "admin"],
  ["payout", "requested", "failed", "admin"],

  ["flag", "new", "pending", "tester"],
  ["flag", "new", "pending", "developer"],
  ["flag", "new", "pending", "admin"],
  ["flag", "pending", "under_review", "admin"],
  ["flag", "pending", "resolved", "admin"],
  ["flag", "pending", "dismissed", "admin"],
  ["flag", "under_review", "resolved", "admin"],
  ["flag", "under_review", "dismissed", "admin"],

  ["app", "new", "draft", "developer"],
  ["app", "draft", "published", "developer"],
  ["app", "published", "unpublished", "developer"],
  ["app", "unpublished", "published", "developer"],
  ["app", "published", "unpublished", "server"],
  ["app", "published", "hidden", "admin"],
  ["app", "hidden", "published", "admin"],
  ["app", "draft", "published", "server"],
  ["app", "published", "hidden", "server"],
  ["app", "hidden", "published", "server"],
  ["app", "hidden", "unpublished", "server"],

  ["release", "new", "draft", "developer"],
  ["release", "new", "published", "developer"],
  ["release", "draft", "published", "developer"],
  ["release", "published", "withdrawn", "developer"],
  ["release", "expired", "withdrawn", "developer"],
  ["release", "draft", "published", "server"],
  ["release", "draft", "expired", "server"],
  ["release", "published", "expired", "server"],
];

/** Returns whether `actor` may move a row of `machine` from `from` to `to`. */
export function canMove(machine: Machine, from: string, to: string, actor: Actor): boolean {
  return moves.some((m) => m[0] === machine && m[1] === from && m[2] === to && m[3] === actor);
}
