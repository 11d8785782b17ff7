// Describes changes of settings and preferences, whose columns hold records.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { languageNames } from "../../sync/schema/languages.ts";
import { settingLabel } from "../features/admin/labels.ts";
import { notificationChannels, notificationKinds } from "../features/notifications/labels.ts";

export interface LabeledValue {
  label: MessageDescriptor;
  /** Part of the preference, for example the channel of a notification. */
  part?: MessageDescriptor;
  value: MessageDescriptor | string;
}

type Entries = Readonly<Record<string, unknown>>;
const onOff = (on: boolean) => (on ? msg`On` : msg`Off`);
const entriesOf = (value: unknown): Entries => (typeof value === "object" && value !== null ? { ...value } : {});
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function changedEntries(after: unknown, before: unknown): { name: string; now: unknown; was: unknown }[] {
  const [now, was] = [entriesOf(after), entriesOf(before)];
  return [...new Set([...Object.keys(now), ...Object.keys(was)])]
    .filter((name) => !isSame(now[name], was[name]))
    .map((name) => ({ name, now: now[name], was: was[name] }));
}

function settings(after: unknown, before: unknown): LabeledValue[] {
  return changedEntries(after, before).flatMap(({ name, now }) => {
    const label = settingLabel[name as keyof typeof settingLabel];
    if (!label || now === undefined) return [];
    const language = name === "language" ? languageNames[now as keyof typeof languageNames] : undefined;
    return [{ label, value: typeof now === "boolean" ? onOff(now) : (language ?? String(now)) }];
  });
}

function notifications(after: unknown, before: unknown): LabeledValue[] {
  return changedEntries(after, before).flatMap(({ name, now, was }) => {
    const kind = notificationKinds[name as keyof typeof notificationKinds];
    const off = (list: unknown, channel: string) => Array.isArray(list) && list.includes(channel);
    return notificationChannels
      .filter(({ value }) => kind && off(now, value) !== off(was, value))
      .map(({ value, label: part }) => ({ label: kind.label, part, value: onOff(!off(now, value)) }));
  });
}

/** Names of saved, renamed or removed entries. */
const saved = (label: MessageDescriptor) => (after: unknown, before: unknown) => {
  const named = changedEntries(byId(after), byId(before)).map(({ now, was }) => {
    const one = entriesOf(now ?? was);
    const { name, text } = entriesOf(one.value ?? one);
    return String(name ?? text ?? "");
  });
  const value = [...new Set(named)].filter((name) => name !== "").join(", ");
  return value === "" ? [] : [{ label, value }];
};
const byId = (list: unknown) =>
  Array.isArray(list) ? Object.fromEntries(list.map((one) => [String(entriesOf(one).id), one])) : list;

export const preferenceValues: {
  readonly [column: string]: (after: unknown, before: unknown) => LabeledValue[];
} = {
  values: settings,
  notification_preferences: notifications,
  language: (after) => [
    { label: msg`Language`, value: languageNames[after as keyof typeof languageNames] ?? String(after) },
  ],
  saved_replies: saved(msg`Saved replies`),
  saved_searches: saved(msg`Saved searches`),
  saved_views: saved(msg`Saved views`),
  saved_templates: saved(msg`My templates`),
  shared: saved(msg`Shared in an organization`),
};
