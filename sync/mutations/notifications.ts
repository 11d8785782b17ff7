// Marking notifications as read (S29): offline marks replicate.
import type { Store } from "../database/store.ts";
import { ok, type Result } from "../transport/result.ts";
import { timestamp } from "../transport/server-clock.ts";
import { patchRows } from "./row.ts";

/** What was read before stays as it was. */
export async function notificationsRead(store: Store, ids: readonly string[]): Promise<Result<void>> {
  const now = timestamp();
  const done = await patchRows(store, "notifications", ids, (row) => ok({ read_at: row.read_at ?? now }));
  // Notifications that were deleted meanwhile are skipped.
  const failed = done.find((one) => !one.ok && one.error.type !== "not_found");
  return failed && !failed.ok ? failed : ok(undefined);
}

export async function notificationsReadAll(store: Store): Promise<Result<void>> {
  const unread = await store
    .collection("notifications")
    .find({ selector: { read_at: null } })
    .exec();
  return notificationsRead(
    store,
    unread.map((doc) => doc.id),
  );
}
