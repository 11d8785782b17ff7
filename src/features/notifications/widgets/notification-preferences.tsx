// Notification preferences: a row per kind, a column per channel, reminders in a separate group.
import { Trans, useLingui } from "@lingui/react/macro";
import type { Person } from "#state/session.ts";
import { type Result, useMutation } from "#state/store.ts";
import { accountNotify, type NotificationKind } from "#sync/mutations/account.ts";
import type { Account } from "#sync/schema/accounts.ts";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { useToast } from "#ui/toast.tsx";
import { useOptimisticValue } from "#ui/use-optimistic-value.ts";
import { failureText } from "../../sync/failures.ts";
import { notificationChannels as channels, kindsOf, notificationKinds } from "../labels.ts";

interface NotificationsProps {
  person: Person;
  preferences: Account["notification_preferences"] | null;
}

export function Notifications({ person, preferences }: NotificationsProps) {
  const { t } = useLingui();
  const notify = useMutation(accountNotify);
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
  const { t } = useLingui();
  const toast = useToast();
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
        if (done.ok) return;
        want(null);
        toast({ tone: "danger", title: t(failureText(done.error)) });
      }}
    />
  );
}
