// Accepting an invitation, or why this account cannot and what to do.
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { invitationAccept } from "../../../../../sync/mutations/organizations.ts";
import { accountById } from "../../../../../sync/queries/profile.ts";
import type { InvitationOffer } from "../../../../../sync/schema/organization-functions.ts";
import { useSwitchOrganization } from "../../../../state/organization.ts";
import { useQueryOr } from "../../../../state/query.ts";
import type { Person } from "../../../../state/session.ts";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { useLogOut } from "../../../account/use-log-out.ts";
import { LogOutQuestion } from "../../../account/widgets/log-out-button.tsx";
import { ResendConfirmation } from "../../../account/widgets/resend-confirmation.tsx";
import { forgetInvitationToken } from "../../invitation-token.ts";
import { invitationFailure } from "../../labels.ts";
import { useServerCall } from "../../use-server-call.ts";
import { CallFailed } from "../../widgets/call-failed.tsx";

interface AcceptInvitationProps {
  token: string;
  offer: InvitationOffer;
  person: Person;
}

export function AcceptInvitation({ token, offer, person }: AcceptInvitationProps) {
  const { t } = useLingui();
  const account = useQueryOr(accountById(person.id), null);
  const { email } = offer;
  const own = person.email;
  if (person.role !== "developer") {
    return (
      <OtherAccount title={<Trans>Organizations are for developers</Trans>}>
        <Trans>
          You are logged in as {own}, which is no developer account. Log out to use another account, or ask to be
          invited at the address of your developer account.
        </Trans>
      </OtherAccount>
    );
  }
  if (own.toLowerCase() !== email.toLowerCase()) {
    return (
      <OtherAccount title={<Trans>This invitation is for another address</Trans>}>
        <Trans>
          You are logged in as {own}. Log out and log in as {email}, or ask to be invited at your address.
        </Trans>
      </OtherAccount>
    );
  }
  if (account?.unverified_email) {
    return (
      <Notice
        tone="caution"
        title={t`Verify your email address first`}
        action={<ResendConfirmation email={account.unverified_email} />}
      >
        <Trans>Open the link in the message we sent to {email}. Then you can accept the invitation on this page.</Trans>
      </Notice>
    );
  }
  return <Accept token={token} offer={offer} />;
}

function OtherAccount({ title, children }: { title: ReactNode; children: ReactNode }) {
  const logOut = useLogOut("/invitation");
  return (
    <>
      <Notice
        tone="caution"
        title={title}
        action={
          <Button size="sm" pending={logOut.pending && !logOut.asking} onClick={logOut.start}>
            <Trans>Log Out</Trans>
          </Button>
        }
      >
        <span className="break-words">{children}</span>
      </Notice>
      <LogOutQuestion logOut={logOut} />
    </>
  );
}

function Accept({ token, offer }: Pick<AcceptInvitationProps, "token" | "offer">) {
  const { t } = useLingui();
  const toast = useToast();
  const navigate = useNavigate();
  const switchTo = useSwitchOrganization();
  const { pending, failure, run } = useServerCall();
  const { organization_name: name } = offer;
  const accept = async () => {
    const done = await run((transport) => invitationAccept(transport, token));
    if (!done.ok) return;
    forgetInvitationToken();
    // Shown as soon as this device has its rows.
    switchTo(done.value.org_id);
    toast({ title: t`You are now a member of ${name}` });
    await navigate({ to: "/developer", replace: true });
  };
  return (
    <>
      <CallFailed failure={failure} textOf={invitationFailure} />
      <Button variant="primary" icon={Check} pending={pending} onClick={() => void accept()} className="w-fit">
        <Trans>Accept invitation</Trans>
      </Button>
    </>
  );
}
