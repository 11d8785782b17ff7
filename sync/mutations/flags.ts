import type { Store } from "../database/store.ts";
import type { Flag } from "../schema/flags.ts";
import { ok, type Result } from "../transport/result.ts";
import { discardFlag, queueFlag } from "../uploads/flags.ts";

export type Flagged = Pick<Flag, "content_type" | "content_id">;

export const flagAdd = (store: Store, about: Flagged, reason: string): Promise<Result<string>> =>
  queueFlag(store, { ...about, reason });

export async function flagDiscard(store: Store, id: string): Promise<Result<void>> {
  await discardFlag(store, id);
  return ok(undefined);
}
