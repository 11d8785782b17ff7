// Marks notifications as read, offline too.
import { docsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import { ok, type Result } from "../transport/result.ts";
import { timestamp } from "../transport/server-clock.ts";
import { patchRows } from "./row.ts";

/** Marks unread notifications; skips read ones. */
export async function notificationsRead(store: Store, ids: readonly string[]): Promise<Result<void>> {
  const now = timestamp();
  const done = await patchRows(store, "notifications", ids, (row) => ({ read_at: row.read_at ?? now }));
  // Skips notifications that were deleted.
  const failed = done.find((one) => !one.ok && one.error.type !== "not_found");
  return failed && !failed.ok ? failed : ok(undefined);
}

export async function notificationsReadAll(store: Store): Promise<Result<void>> {
  const unread = await docsOf(store, "notifications", { read_at: null });
  return notificationsRead(
    store,
    unread.map((doc) => doc.id),
  );
}
