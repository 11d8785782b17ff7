// Changes the person's account: language, time zone, saved replies, searches, views and templates,
// and notification settings.
import type { Store } from "../database/store.ts";
import type { Account } from "../schema/accounts.ts";
import type { notificationKind } from "../schema/notifications.ts";
import { allows } from "../schema/organizations.ts";
import { replyLimits, type SavedReply } from "../schema/replies.ts";
import { type SavedSearch, searchLimits } from "../schema/searches.ts";
import { type SharedItem, type SharedKind, sharedKinds, sharedLimits } from "../schema/shared.ts";
import { jsonBytes, type SavedTemplate, templateLimits } from "../schema/templates.ts";
import { type SavedView, viewLimits } from "../schema/views.ts";
import { fail, type Result } from "../transport/result.ts";
import { isRejected, patchRow, type Rejected, wrongState } from "./row.ts";

export type NotificationKind = (typeof notificationKind.options)[number];
export type NotificationChannel = "in_app" | "email" | "push";

export const accountLanguage = (store: Store, id: string, language: Account["language"]) =>
  patchRow(store, "accounts", id, { language });

/** Stores this device's time zone, which decides when the person's daily reminders are sent. */
export const accountTimeZone = (store: Store, id: string, time_zone: string) =>
  patchRow(store, "accounts", id, { time_zone });

/** Stores only kinds with a disabled channel, so that new kinds are enabled by default. */
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

export const accountNotifyKinds = (store: Store, id: string, off: Account["notification_preferences"]) =>
  patchRow(store, "accounts", id, (row) => ({
    notification_preferences: Object.fromEntries(
      Object.entries({ ...row.notification_preferences, ...off }).filter(([, channels]) => channels.length > 0),
    ),
  }));

type SavedById = "saved_replies" | "saved_views" | "saved_templates";

/** The server accepts twice the forms' limit, so that two full devices can merge. */
const room = (most: number): number => 2 * most;
const tooMany: Rejected = fail({ type: "not_allowed", code: "too_many" });
const notAllowed: Rejected = fail({ type: "not_allowed", code: "not_allowed" });

/**
 * Saves or replaces an item of an own list by its id.
 * @returns not_allowed `too_many` if the list is full
 */
const keepOne = <C extends SavedById>(
  store: Store,
  person: string,
  column: C,
  id: string,
  one: Account[C][string],
  limits: { saved: number; bytes?: number },
): Promise<Result<Account>> =>
  patchRow(store, "accounts", person, (row) => {
    const all = { ...row[column], [id]: one };
    const fits = Object.keys(all).length <= room(limits.saved) && jsonBytes(all) <= room(limits.bytes ?? Infinity);
    return fits ? { [column]: all } : tooMany;
  });

const deleteOne = (store: Store, person: string, column: SavedById, id: string) =>
  patchRow(store, "accounts", person, (row) => {
    const { [id]: _gone, ...others } = row[column];
    return { [column]: others };
  });

export const savedReplyKeep = (store: Store, person: string, id: string, reply: SavedReply) =>
  keepOne(store, person, "saved_replies", id, reply, replyLimits);
export const savedReplyDelete = (store: Store, person: string, id: string) =>
  deleteOne(store, person, "saved_replies", id);

export const savedViewKeep = (store: Store, person: string, id: string, view: SavedView) =>
  keepOne(store, person, "saved_views", id, view, viewLimits);
export const savedViewDelete = (store: Store, person: string, id: string) =>
  deleteOne(store, person, "saved_views", id);

/**
 * Saves or replaces a template.
 * @returns not_allowed `too_many` if the list is full or the template too long
 */
export const savedTemplateKeep = (store: Store, person: string, id: string, template: SavedTemplate) =>
  keepOne(store, person, "saved_templates", id, template, templateLimits);
export const savedTemplateDelete = (store: Store, person: string, id: string) =>
  deleteOne(store, person, "saved_templates", id);

/** Returns the shared items with one more or changed item; null removes it. */
function withShared(row: Account, id: string, item: SharedItem | null): Account["shared"] | Rejected {
  const { [id]: old, ...others } = row.shared;
  const concerned = item ?? old;
  if (!concerned) return others;
  const { org_id, kind } = concerned;
  const role = row.memberships.find((one) => one.org_id === org_id)?.role;
  if (!role || !allows(role, sharedKinds[kind].needs)) return notAllowed;
  if (!item) return others;
  const there = [...Object.values(others), item].filter((one) => one.org_id === org_id);
  const fits =
    there.filter((one) => one.kind === kind).length <= room(sharedKinds[kind].saved) &&
    jsonBytes(there.map(({ value }) => value)) <= room(sharedLimits.bytes);
  return fits ? { ...others, [id]: item } : tooMany;
}

const changeShared = (store: Store, person: string, id: string, item: SharedItem | null): Promise<Result<Account>> =>
  patchRow(store, "accounts", person, (row) => {
    const shared = withShared(row, id, item);
    return isRejected(shared) ? shared : { shared };
  });

/**
 * Saves or replaces an item that an organization shares.
 * @returns not_allowed without the right in the organization, or `too_many` if its list is full
 */
export const sharedKeep = (store: Store, person: string, id: string, item: SharedItem) =>
  changeShared(store, person, id, item);
export const sharedDelete = (store: Store, person: string, id: string) => changeShared(store, person, id, null);

/**
 * Moves an item of an own list to an organization, for all its members.
 * @returns as `sharedKeep`
 */
export const savedShare = (
  store: Store,
  person: string,
  kind: SharedKind,
  id: string,
  org_id: string,
): Promise<Result<Account>> =>
  patchRow(store, "accounts", person, (row) => {
    const { column } = sharedKinds[kind];
    const { [id]: value, ...others } = row[column];
    if (!value) return wrongState;
    // Cast: the kind names the list that the value comes from.
    const shared = withShared(row, id, { org_id, kind, value } as SharedItem);
    return isRejected(shared) ? shared : { shared, [column]: others };
  });

/** Moves a shared item back to the person's own list. @returns as `sharedKeep` */
export const savedUnshare = (store: Store, person: string, id: string): Promise<Result<Account>> =>
  patchRow(store, "accounts", person, (row) => {
    const item = row.shared[id];
    if (!item) return wrongState;
    const { column, saved } = sharedKinds[item.kind];
    if (Object.keys(row[column]).length >= room(saved)) return tooMany;
    const shared = withShared(row, id, null);
    return isRejected(shared) ? shared : { shared, [column]: { ...row[column], [id]: item.value } };
  });

/**
 * Saves or replaces a search.
 * @returns not_allowed `too_many` if the list is full
 */
export const savedSearchKeep = (store: Store, person: string, saved: SavedSearch): Promise<Result<Account>> =>
  patchRow(store, "accounts", person, ({ saved_searches: list }) => {
    if (list.some(({ id }) => id === saved.id))
      return { saved_searches: list.map((one) => (one.id === saved.id ? saved : one)) };
    return list.length < room(searchLimits.saved) ? { saved_searches: [...list, saved] } : tooMany;
  });

export const savedSearchDelete = (store: Store, person: string, id: string) =>
  patchRow(store, "accounts", person, ({ saved_searches: list }) => ({
    saved_searches: list.filter((one) => one.id !== id),
  }));
