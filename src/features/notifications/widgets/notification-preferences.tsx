// The preferences of notifications (S29): a row for each kind that this role gets, a column for
// each way; reminders in a group of their own.
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { accountNotify, type NotificationChannel, type NotificationKind } from "../../../../sync/mutations/account.ts";
import type { Account } from "../../../../sync/schema/accounts.ts";
import type { Person } from "../../../state/session.ts";
import { type Result, useMutation } from "../../../state/store.ts";
import { Checkbox } from "../../../ui/checkbox-radio-switch.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useWanted } from "../../../ui/use-wanted.ts";
import { failureText } from "../../sync/failures.ts";
import { kindsOf, notificationKinds } from "../labels.ts";

const channels: readonly { value: NotificationChannel; label: ReturnType<typeof msg> }[] = [
  { value: "in_app", label: msg`In the app` },
  { value: "email", label: msg({ message: "Email", context: "channel" }) },
  { value: "push", label: msg`Push` },
];

interface NotificationsProps {
  person: Person;
  /** Null: not on this device yet. */
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
  /** Null: not known yet. */
  stored: boolean | null;
  write: (on: boolean) => Promise<Result<unknown>>;
}

function Choice({ label, stored, write }: ChoiceProps) {
  const { t } = useLingui();
  const toast = useToast();
  const [shown, want] = useWanted(stored ?? false);
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
