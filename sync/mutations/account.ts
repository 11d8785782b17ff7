// The person's own account: language, time zone, saved replies, searches, views and templates, and
// which notifications they get (S29).
import type { Store } from "../database/store.ts";
import type { Account } from "../schema/accounts.ts";
import type { notificationKind } from "../schema/notifications.ts";
import { replyLimits, type SavedReply } from "../schema/replies.ts";
import { type SavedSearch, searchLimits } from "../schema/searches.ts";
import { jsonBytes, type SavedTemplate, templateLimits } from "../schema/templates.ts";
import { type SavedView, viewLimits } from "../schema/views.ts";
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

type SavedById = "saved_replies" | "saved_views" | "saved_templates";

/**
 * The server takes twice as many as forms let one save (`most`): two devices that were both full
 * without a network are united, and what was deleted among so many can be put back.
 */
const room = (most: number): number => 2 * most;

/**
 * Keeps one thing of an own list under an id, new or changed.
 * @returns not_allowed `too_many` when there is no room for another
 */
async function keepOne<C extends SavedById>(
  store: Store,
  person: string,
  column: C,
  id: string,
  one: Account[C][string],
  most: number,
): Promise<Result<Account>> {
  const account = await store.collection("accounts").findOne(person).exec();
  const others = Object.keys(account?.[column] ?? {}).filter((other) => other !== id);
  if (others.length >= room(most)) return fail({ type: "not_allowed", code: "too_many" });
  return patchRow(store, "accounts", person, (row) => ({ [column]: { ...row[column], [id]: one } }));
}

const deleteOne = (store: Store, person: string, column: SavedById, id: string) =>
  patchRow(store, "accounts", person, (row) => {
    const { [id]: _gone, ...others } = row[column];
    return { [column]: others };
  });

export const savedReplyKeep = (store: Store, person: string, id: string, reply: SavedReply) =>
  keepOne(store, person, "saved_replies", id, reply, replyLimits.saved);
export const savedReplyDelete = (store: Store, person: string, id: string) =>
  deleteOne(store, person, "saved_replies", id);

export const savedViewKeep = (store: Store, person: string, id: string, view: SavedView) =>
  keepOne(store, person, "saved_views", id, view, viewLimits.saved);
export const savedViewDelete = (store: Store, person: string, id: string) =>
  deleteOne(store, person, "saved_views", id);

/**
 * Saves a template, or changes the one with this id.
 * @returns not_allowed `too_many` when there is no room for another, or for so long a one
 */
export async function savedTemplateKeep(
  store: Store,
  person: string,
  id: string,
  template: SavedTemplate,
): Promise<Result<Account>> {
  const account = await store.collection("accounts").findOne(person).exec();
  const all = { ...account?.saved_templates, [id]: template };
  if (jsonBytes(all) > room(templateLimits.bytes)) return fail({ type: "not_allowed", code: "too_many" });
  return keepOne(store, person, "saved_templates", id, template, templateLimits.saved);
}
export const savedTemplateDelete = (store: Store, person: string, id: string) =>
  deleteOne(store, person, "saved_templates", id);

/**
 * Saves a search, or changes the one with this id.
 * @returns not_allowed `too_many` when there is no room for another
 */
export async function savedSearchKeep(store: Store, person: string, saved: SavedSearch): Promise<Result<Account>> {
  const account = await store.collection("accounts").findOne(person).exec();
  const known = account?.saved_searches.map(({ id }) => id) ?? [];
  if (!known.includes(saved.id) && known.length >= room(searchLimits.saved))
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
