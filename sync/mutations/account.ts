// The person's own account: language, time zone, saved replies and searches, and which
// notifications they get (S29).
import type { Store } from "../database/store.ts";
import type { Account } from "../schema/accounts.ts";
import type { notificationKind } from "../schema/notifications.ts";
import { replyLimits, type SavedReply } from "../schema/replies.ts";
import { type SavedSearch, searchLimits } from "../schema/searches.ts";
import { fail, type Result } from "../transport/result.ts";
import { patchRow } from "./row.ts";

export type NotificationKind = (typeof notificationKind.options)[number];
export type NotificationChannel = "in_app" | "email" | "push";

export const accountLanguage = (store: Store, id: string, language: Account["language"]) =>
  patchRow(store, "accounts", id, { language });

/** The time zone of this device, in which the person is reminded by day. */
export const accountTimeZone = (store: Store, id: string, time_zone: string) =>
  patchRow(store, "accounts", id, { time_zone });

/** Kinds with all channels on are not stored, so a new kind is on until the person turns it off. */
export const accountNotify = (
  store: Store,
  id: string,
  kind: NotificationKind,
  channel: NotificationChannel,
  on: boolean,
) =>
  patchRow(store, "accounts", id, (row) => {
    const { [kind]: off = [], ...others } = row.notification_preferences;
    const next = on ? off.filter((c) => c !== channel) : [...new Set([...off, channel])];
    return { notification_preferences: next.length === 0 ? others : { ...others, [kind]: next } };
  });

/**
 * Saves a reply, or changes the one with this id.
 * @returns not_allowed `too_many` when there is no room for another
 */
export async function savedReplyKeep(
  store: Store,
  person: string,
  id: string,
  reply: SavedReply,
): Promise<Result<Account>> {
  const account = await store.collection("accounts").findOne(person).exec();
  const others = Object.keys(account?.saved_replies ?? {}).filter((one) => one !== id);
  if (others.length >= replyLimits.saved) return fail({ type: "not_allowed", code: "too_many" });
  return patchRow(store, "accounts", person, (row) => ({ saved_replies: { ...row.saved_replies, [id]: reply } }));
}

export const savedReplyDelete = (store: Store, person: string, id: string) =>
  patchRow(store, "accounts", person, (row) => {
    const { [id]: _gone, ...others } = row.saved_replies;
    return { saved_replies: others };
  });

/**
 * Saves a search, or changes the one with this id.
 * @returns not_allowed `too_many` when there is no room for another
 */
export async function savedSearchKeep(store: Store, person: string, saved: SavedSearch): Promise<Result<Account>> {
  const account = await store.collection("accounts").findOne(person).exec();
  const known = account?.saved_searches.map(({ id }) => id) ?? [];
  if (!known.includes(saved.id) && known.length >= searchLimits.saved)
    return fail({ type: "not_allowed", code: "too_many" });
  return patchRow(store, "accounts", person, ({ saved_searches: list }) => ({
    saved_searches: list.some(({ id }) => id === saved.id)
      ? list.map((one) => (one.id === saved.id ? saved : one))
      : [...list, saved],
  }));
}

export const savedSearchDelete = (store: Store, person: string, id: string) =>
  patchRow(store, "accounts", person, ({ saved_searches: list }) => ({
    saved_searches: list.filter((one) => one.id !== id),
  }));
