import { Trans, useLingui } from "@lingui/react/macro";
import { ShieldCheck } from "lucide-react";
import { roleLabel } from "#features/common/account-labels.ts";
import { Notifications } from "#features/notifications/widgets/notification-preferences.tsx";
import { PushSwitch } from "#features/notifications/widgets/push-switch.tsx";
import { useQuery } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { accountById } from "#sync/queries/profile.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { EmailChangeButton, EmailChangeState } from "../../widgets/email-change/email-change.tsx";
import { Part } from "./account-section.tsx";
import { BlockedOrganizations } from "./blocked-organizations.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Devices } from "./devices.tsx";
import { Install } from "./install.tsx";
import { Language } from "./language.tsx";
import { OwnData } from "./own-data.tsx";
import { Password } from "./password.tsx";
import { SavedReplies } from "./saved-replies.tsx";
import { TestDevices } from "./test-devices.tsx";

export function AccountSettings() {
  const { t } = useLingui();
  const person = usePerson();
  const read = useQuery(accountById(person.id));
  // Render immediately on a new device, before the account row arrives.
  const account = read.state === "ready" ? read.data : null;
  return (
    <>
      <PageHeader title={t`Account Settings`} />
      {/* Hides the sections below one whose height is unknown, to avoid layout shifts. */}
      <div className="flex max-w-3xl flex-col divide-y divide-line [&>[data-waits]~*]:invisible">
        <Part id="person" title={<Trans>You</Trans>}>
          <dl className="grid gap-x-6 gap-y-3 max-sm:*:even:-mt-3 sm:grid-cols-[10rem_1fr]">
            <dt className="text-muted">
              <Trans>Name</Trans>
            </dt>
            <dd className="break-words">{person.name}</dd>
            <dt className="text-muted">
              <Trans>Email</Trans>
            </dt>
            <dd className="break-all">{person.email}</dd>
            <dt className="text-muted">
              <Trans>Role</Trans>
            </dt>
            <dd>{t(roleLabel[person.role])}</dd>
          </dl>
          <div className="mt-4 flex flex-col items-start gap-4">
            <EmailChangeState account={account} />
            <EmailChangeButton email={person.email} />
          </div>
        </Part>
        <Language person={person} />
        <Part
          id="notifications"
          title={<Trans>Notifications</Trans>}
          lead={
            <Trans>
              What to notify you about, and how. Email and push work only if they are set up on this server.
            </Trans>
          }
        >
          {read.state === "error" ? (
            <ErrorState />
          ) : (
            <div className="flex flex-col gap-4">
              <PushSwitch />
              <Notifications person={person} preferences={account?.notification_preferences ?? null} />
            </div>
          )}
        </Part>
        {person.role === "tester" && <BlockedOrganizations blocked={account?.blocked_organizations ?? null} />}
        {person.role === "developer" && <SavedReplies person={person} replies={account?.saved_replies ?? null} />}
        <Password />
        <Part
          id="second-factor"
          title={<Trans>Two-step verification</Trans>}
          lead={<Trans>A code from your phone protects your account even if your password is stolen.</Trans>}
        >
          <LinkButton to="/account/security" icon={ShieldCheck}>
            <Trans>Two-step verification</Trans>
          </LinkButton>
        </Part>
        <Install />
        <Devices />
        {person.role === "tester" && <TestDevices />}
        <OwnData person={person} />
        <DeleteAccount />
      </div>
    </>
  );
}
