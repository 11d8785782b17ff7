// Marking notifications as read (S29): offline marks replicate.
import { ok, type Result } from "../result.ts";
import type { Store } from "../store.ts";
import { patchRow, patchRows } from "./row.ts";

export const notificationRead = (store: Store, id: string) =>
  patchRow(store, "notifications", id, (row) => ({ read_at: row.read_at ?? new Date().toISOString() }));

export async function notificationsReadAll(store: Store): Promise<Result<void>> {
  const unread = await store
    .collection("notifications")
    .find({ selector: { read_at: null } })
    .exec();
  const now = new Date().toISOString();
  const ids = unread.map((doc) => doc.id);
  const done = await patchRows(store, "notifications", ids, (row) => ok({ read_at: row.read_at ?? now }));
  return done.find((one) => !one.ok) ?? ok(undefined);
}
