// Notification preferences: presets and topics; behind “Customize” a row per kind, a column per
// channel, reminders in a separate group.
import { Trans, useLingui } from "@lingui/react/macro";
import type { Person } from "#state/session.ts";
import type { Result } from "#state/store.ts";
import { accountNotify, accountNotifyKinds, type NotificationKind } from "#sync/mutations/account.ts";
import type { Account } from "#sync/schema/accounts.ts";
import { Checkbox, Switch } from "#ui/checkbox-radio-switch.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { useOptimisticValue } from "#ui/use-optimistic-value.ts";
import { useMutationToast } from "../../sync/use-mutation-toast.ts";
import {
  notificationChannels as channels,
  kindsOf,
  type NotificationTopic,
  notificationKinds,
  notificationTopics,
} from "../labels.ts";

type Preferences = Account["notification_preferences"];

const all = channels.map(({ value }) => value);
const presets = {
  all: () => [],
  important: (kind: NotificationKind) => (notificationKinds[kind].important ? [] : all.filter((c) => c !== "in_app")),
  none: () => all,
} satisfies Record<string, (kind: NotificationKind) => Preferences[string]>;
type Preset = keyof typeof presets;
const presetNames = Object.keys(presets) as Preset[];

interface NotificationsProps {
  person: Person;
  preferences: Preferences | null;
}

export function Notifications(props: NotificationsProps) {
  return (
    <>
      <Presets {...props} />
      <details className="text-sm">
        <summary className="tap inline-flex items-center rounded-md font-semibold text-accent">
          <Trans>Customize</Trans>
        </summary>
        <Customize {...props} />
      </details>
    </>
  );
}

function Presets({ person, preferences }: NotificationsProps) {
  const { t } = useLingui();
  const notify = useMutationToast(accountNotifyKinds);
  const kinds = kindsOf(person.role);
  const offOf = (kind: NotificationKind) => preferences?.[kind] ?? [];
  const chosen = presetNames.find((preset) =>
    kinds.every((kind) => all.every((c) => offOf(kind).includes(c) === presets[preset](kind).includes(c))),
  );
  const write = (of: readonly NotificationKind[], off: (kind: NotificationKind) => Preferences[string]) =>
    void notify(person.id, Object.fromEntries(of.map((kind) => [kind, off(kind)])));
  const labels: Record<Preset, string> = {
    all: t({ message: "All", context: "notifications" }),
    important: t`Important`,
    none: t({ message: "None", context: "notifications" }),
  };
  return (
    <fieldset disabled={preferences === null} className="flex flex-col gap-2">
      <FilterPills
        label={t`Notify me about`}
        value={preferences ? chosen : undefined}
        onChange={(preset) => preset && write(kinds, presets[preset])}
        pills={presetNames.map((value) => ({ value, label: labels[value] }))}
      />
      <p className="text-muted text-sm">
        <Trans>Important: email and push only for what needs you, your money or your access. The app shows all.</Trans>
      </p>
      <div className="divide-y divide-line">
        {(Object.keys(notificationTopics) as NotificationTopic[]).map((topic) => {
          const own = kinds.filter((kind) => notificationKinds[kind].topic === topic);
          const on = own.filter((kind) => offOf(kind).length === 0).length;
          const off = own.filter((kind) => offOf(kind).length === all.length).length;
          if (own.length === 0) return null;
          return (
            <Switch
              key={topic}
              label={t(notificationTopics[topic])}
              help={on < own.length && off < own.length && <Trans>Partly on</Trans>}
              checked={off < own.length}
              onChange={(event) => write(own, event.target.checked ? presets.all : presets.none)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

function Customize({ person, preferences }: NotificationsProps) {
  const { t } = useLingui();
  const notify = useMutationToast(accountNotify);
  const kinds = kindsOf(person.role);
  const reminders = kinds.filter((kind) => notificationKinds[kind].reminder);
  const line = (kind: NotificationKind) => {
    const what = t(notificationKinds[kind].label);
    return (
      <tr key={kind} className="border-line border-b last:border-0">
        <th scope="row" className="py-1 pe-2 text-start font-normal">
          {what}
        </th>
        {channels.map(({ value, label }) => (
          <td key={value} className="py-1">
            <Choice
              label={`${what}: ${t(label)}`}
              stored={preferences ? !preferences[kind]?.includes(value) : null}
              write={(on) => notify(person.id, kind, value, on)}
            />
          </td>
        ))}
      </tr>
    );
  };
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">
        <Trans>Notifications</Trans>
      </caption>
      <thead>
        <tr className="border-line border-b text-muted">
          <th scope="col" className="py-2 text-start font-medium">
            <Trans>When</Trans>
          </th>
          {channels.map(({ value, label }) => (
            <th key={value} scope="col" className="w-16 py-2 text-center font-medium sm:w-24">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{kinds.filter((kind) => !notificationKinds[kind].reminder).map(line)}</tbody>
      {reminders.length > 0 && (
        <tbody>
          <tr className="border-line border-b">
            <th scope="rowgroup" colSpan={1 + channels.length} className="pt-6 pb-2 text-start font-medium text-muted">
              <Trans>Reminders</Trans>
            </th>
          </tr>
          {reminders.map(line)}
        </tbody>
      )}
    </table>
  );
}

interface ChoiceProps {
  label: string;
  stored: boolean | null;
  write: (on: boolean) => Promise<Result<unknown>>;
}

function Choice({ label, stored, write }: ChoiceProps) {
  // Until the account is read, the default: every channel is on.
  const [shown, want] = useOptimisticValue(stored ?? true);
  return (
    <Checkbox
      className="justify-center gap-0! px-2"
      label={<span className="sr-only">{label}</span>}
      checked={shown}
      disabled={stored === null}
      onChange={async (event) => {
        want(event.target.checked);
        const done = await write(event.target.checked);
        if (!done.ok) want(null);
      }}
    />
  );
}
