import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Notifications } from "#features/notifications/widgets/notification-preferences.tsx";
import { PushSwitch } from "#features/notifications/widgets/push-switch.tsx";
import { useQuery } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { accountById } from "#sync/queries/profile.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { Part } from "./account-section.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Devices } from "./devices.tsx";
import { Install } from "./install.tsx";
import { OwnData } from "./own-data.tsx";
import { Password } from "./password.tsx";
import { TestDevices } from "./test-devices.tsx";

const route = getRouteApi("/_signed-in/(account)/account/$section");

export function AccountSectionScreen() {
  const { section } = route.useParams();
  return (
    <AccountFrame key={section}>
      {section === "notifications" && <NotificationSettings />}
      {section === "sign-in" && (
        <>
          <Password />
          <Devices />
        </>
      )}
      {section === "data" && <AppAndData />}
    </AccountFrame>
  );
}

function NotificationSettings() {
  const person = usePerson();
  const read = useQuery(accountById(person.id));
  return (
    <Part
      id="notifications"
      title={<Trans>Notifications</Trans>}
      lead={
        <Trans>What to notify you about, and how. Email and push work only if they are set up on this server.</Trans>
      }
    >
      {read.state === "error" ? (
        <ErrorState />
      ) : (
        <div className="flex flex-col gap-4">
          <PushSwitch />
          <Notifications
            person={person}
            preferences={read.state === "ready" ? (read.data?.notification_preferences ?? null) : null}
          />
        </div>
      )}
    </Part>
  );
}

function AppAndData() {
  const person = usePerson();
  return (
    <>
      <Install />
      {person.role === "tester" && <TestDevices />}
      <OwnData person={person} />
      <DeleteAccount />
    </>
  );
}
