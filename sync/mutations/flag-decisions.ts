// What an admin does with a flag (S26, T11). Works offline: one row says what was decided and
// whether its content is hidden, and the server hides or shows it when the row arrives.
import type { Store } from "../database/store.ts";
import type { Flag } from "../schema/flags.ts";
import { canMove } from "../schema/transitions.ts";
import { fail, type Result } from "../transport/result.ts";
import { patchRow } from "./row.ts";

async function move(store: Store, id: string, status: Flag["status"], rest: Partial<Flag> = {}): Promise<Result<Flag>> {
  const flag = await store.collection("flags").findOne(id).exec();
  if (!flag) return fail({ type: "not_found" });
  if (!canMove("flag", flag.status, status, "admin")) return fail({ type: "not_allowed", code: "wrong_state" });
  return patchRow(store, "flags", id, { status, ...rest });
}

export const flagReview = (store: Store, id: string) => move(store, id, "under_review");

export const flagResolve = (store: Store, id: string, resolution: string, hidden: boolean) =>
  move(store, id, "resolved", { resolution, hidden });

export const flagDismiss = (store: Store, id: string, resolution: string) =>
  move(store, id, "dismissed", { resolution });

/** Hides what a resolved flag is about, or shows it again. */
export const flagHide = (store: Store, id: string, hidden: boolean): Promise<Result<Flag>> =>
  patchRow(store, "flags", id, { hidden });
