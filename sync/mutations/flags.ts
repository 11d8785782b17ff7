import { storing } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import type { Flag } from "../schema/flags.ts";
import type { Result } from "../transport/result.ts";
import { discardFlag, queueFlag } from "../uploads/flags.ts";

export type Flagged = Pick<Flag, "content_type" | "content_id">;

export const flagAdd = (store: Store, about: Flagged, reason: string): Promise<Result<string>> =>
  queueFlag(store, { ...about, reason });

export const flagDiscard = (store: Store, id: string): Promise<Result<void>> => storing(() => discardFlag(store, id));
