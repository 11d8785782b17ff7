// The person's own account: the language that they are written to in, and what they want to be told
// of (S29).
import type { Store } from "../database/store.ts";
import type { Account } from "../schema/accounts.ts";
import type { notificationKind } from "../schema/notifications.ts";
import { patchRow } from "./row.ts";

export type NotificationKind = (typeof notificationKind.options)[number];
export type NotificationChannel = "in_app" | "email" | "push";

export const accountLanguage = (store: Store, id: string, language: Account["language"]) =>
  patchRow(store, "accounts", id, { language });

/**
 * Kinds with every channel on are left out: a kind that comes later is told of until somebody says
 * no.
 */
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
