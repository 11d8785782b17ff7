// The next step after opening an invitation: log in, switch account, verify the address, or accept.
import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useQueryOr } from "#state/query.ts";
import { type Person, personOf, useSession } from "#state/session.ts";
import { accountById } from "#sync/queries/profile.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { SpinnerPage } from "#ui/spinner-page.tsx";
import { useLogOut } from "../../account/use-log-out.ts";
import { LogOutQuestion } from "../../account/widgets/log-out-button.tsx";
import { ResendConfirmation } from "../../account/widgets/resend-confirmation.tsx";
import { type Call, useServerCall } from "../../common/use-server-call.ts";
import { forgetOpenedLink, type InvitationPlace } from "../invitation-token.ts";
import { invitationFailure } from "../labels.ts";
import { CallFailed } from "./call-failed.tsx";

/** Role that can accept. */
const roles = { "/invitation": "developer", "/join": "tester" } as const;

interface RightAccountProps {
  place: InvitationPlace;
  /** Address of this page, to return to after login. */
  address: string;
  /** The address that may accept; empty if any may. */
  email: string;
  children: ReactNode;
}

export function RightAccount(props: RightAccountProps) {
  const session = useSession();
  const person = personOf(session);
  if (session.kind === "loading") return <SpinnerPage />;
  return person ? <SignedIn {...props} person={person} /> : <SignedOut {...props} />;
}

function SignedOut({ place, address, email }: RightAccountProps) {
  const search = { redirect: address, ...(email ? { email } : {}) };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/login" search={search} variant="primary">
          <Trans>Log In</Trans>
        </LinkButton>
        <LinkButton to="/register" search={{ ...search, role: roles[place] }}>
          {place === "/invitation" ? <Trans>Create a developer account</Trans> : <Trans>Create a tester account</Trans>}
        </LinkButton>
      </div>
      <p className="text-muted text-sm">
        <Trans>You come back here afterwards to accept.</Trans>
      </p>
    </div>
  );
}

function SignedIn(props: RightAccountProps & { person: Person }) {
  const { place, address, person, email, children } = props;
  const { t } = useLingui();
  const account = useQueryOr(accountById(person.id), null);
  const own = person.email;
  if (person.role !== roles[place]) {
    return place === "/join" ? (
      <OtherAccount address={address} title={<Trans>Tests are for testers</Trans>}>
        <Trans>
          You are logged in as {own}, which is not a tester account. Log out to use your tester account or to create
          one.
        </Trans>
      </OtherAccount>
    ) : (
      <OtherAccount address={address} title={<Trans>Organizations are for developers</Trans>}>
        <Trans>
          You are logged in as {own}, which is not a developer account. Log out to use another account, or ask to be
          invited at the address of your developer account.
        </Trans>
      </OtherAccount>
    );
  }
  if (email !== "" && own.toLowerCase() !== email.toLowerCase()) {
    return (
      <OtherAccount address={address} title={<Trans>This invitation is for another address</Trans>}>
        <Trans>
          You are logged in as {own}. Log out and log in as {email}, or ask to be invited at your address.
        </Trans>
      </OtherAccount>
    );
  }
  if (email !== "" && account?.unverified_email) {
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
  return children;
}

interface OtherAccountProps {
  address: string;
  title: ReactNode;
  children: ReactNode;
}

function OtherAccount({ address, title, children }: OtherAccountProps) {
  const logOut = useLogOut(address);
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

interface AcceptButtonProps<T> {
  /** Address of this page. It stops working after acceptance. */
  address: string;
  label: ReactNode;
  accept: Call<T>;
  onAccepted: (answer: T) => Promise<void>;
  textOf?: typeof invitationFailure;
}

export function AcceptButton<T>(props: AcceptButtonProps<T>) {
  const { address, label, accept, onAccepted, textOf = invitationFailure } = props;
  const { pending, failure, run } = useServerCall();
  const start = async () => {
    const done = await run(accept);
    if (!done.ok) return;
    forgetOpenedLink(address);
    await onAccepted(done.value);
  };
  return (
    <>
      <CallFailed failure={failure} textOf={textOf} />
      <Button variant="primary" icon={Check} pending={pending} onClick={() => void start()} className="w-fit">
        {label}
      </Button>
    </>
  );
}
