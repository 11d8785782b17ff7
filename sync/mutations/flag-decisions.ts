// An admin's decision on a flag. Works offline: the row holds the decision and whether to hide the
// content, which the server applies when the row arrives.
import type { Store } from "../database/store.ts";
import type { Flag } from "../schema/flags.ts";
import type { Result } from "../transport/result.ts";
import { movesTo, patchRow, wrongState } from "./row.ts";

const move = (store: Store, id: string, to: Flag["status"], columns?: Partial<Flag>): Promise<Result<Flag>> =>
  patchRow(store, "flags", id, movesTo("flag", to, "admin", columns));

export const flagReview = (store: Store, id: string) => move(store, id, "under_review");

export const flagResolve = (store: Store, id: string, resolution: string, hidden: boolean) =>
  move(store, id, "resolved", { resolution, hidden });

export const flagDismiss = (store: Store, id: string, resolution: string) =>
  move(store, id, "dismissed", { resolution });

/** Hides the content of a resolved flag, or shows it again. */
export const flagHide = (store: Store, id: string, hidden: boolean): Promise<Result<Flag>> =>
  patchRow(store, "flags", id, ({ status }) => (hidden && status !== "resolved" ? wrongState : { hidden }));
