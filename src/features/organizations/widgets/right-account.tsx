// The next step of whoever opened an invitation: log in, use the right account, verify an address,
// or accept.
import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { accountById } from "../../../../sync/queries/profile.ts";
import type { CallFailure, Result } from "../../../../sync/transport/result.ts";
import { useQueryOr } from "../../../state/query.ts";
import { type Person, personOf, useSession } from "../../../state/session.ts";
import type { Transport } from "../../../state/sync.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SpinnerPage } from "../../../ui/spinner-page.tsx";
import { useLogOut } from "../../account/use-log-out.ts";
import { LogOutQuestion } from "../../account/widgets/log-out-button.tsx";
import { ResendConfirmation } from "../../account/widgets/resend-confirmation.tsx";
import { forgetInvitationToken, type InvitationPlace } from "../invitation-token.ts";
import { invitationFailure } from "../labels.ts";
import { useServerCall } from "../use-server-call.ts";
import { CallFailed } from "./call-failed.tsx";

/** Whose account may accept. */
const roles = { "/invitation": "developer", "/join": "tester" } as const;

interface RightAccountProps {
  /** Where this stands: one comes back here from logging in. */
  place: InvitationPlace;
  /** The address that the invitation is bound to; empty: none. */
  email: string;
  /** For whoever has the right account. */
  children: ReactNode;
}

export function RightAccount(props: RightAccountProps) {
  const session = useSession();
  const person = personOf(session);
  if (session.kind === "loading") return <SpinnerPage />;
  return person ? <SignedIn {...props} person={person} /> : <SignedOut {...props} />;
}

function SignedOut({ place, email }: RightAccountProps) {
  const search = { redirect: place, ...(email ? { email } : {}) };
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
  const { place, person, email, children } = props;
  const { t } = useLingui();
  const account = useQueryOr(accountById(person.id), null);
  const own = person.email;
  if (person.role !== roles[place]) {
    return place === "/join" ? (
      <OtherAccount place={place} title={<Trans>Tests are for testers</Trans>}>
        <Trans>
          You are logged in as {own}, which is no tester account. Log out to use your tester account or to create one.
        </Trans>
      </OtherAccount>
    ) : (
      <OtherAccount place={place} title={<Trans>Organizations are for developers</Trans>}>
        <Trans>
          You are logged in as {own}, which is no developer account. Log out to use another account, or ask to be
          invited at the address of your developer account.
        </Trans>
      </OtherAccount>
    );
  }
  if (email !== "" && own.toLowerCase() !== email.toLowerCase()) {
    return (
      <OtherAccount place={place} title={<Trans>This invitation is for another address</Trans>}>
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
  place: InvitationPlace;
  title: ReactNode;
  children: ReactNode;
}

function OtherAccount({ place, title, children }: OtherAccountProps) {
  const logOut = useLogOut(place);
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
  place: InvitationPlace;
  label: ReactNode;
  accept: (transport: Transport) => Promise<Result<T, CallFailure>>;
  onAccepted: (answer: T) => Promise<void>;
  textOf?: typeof invitationFailure;
}

export function AcceptButton<T>(props: AcceptButtonProps<T>) {
  const { place, label, accept, onAccepted, textOf = invitationFailure } = props;
  const { pending, failure, run } = useServerCall();
  const start = async () => {
    const done = await run(accept);
    if (!done.ok) return;
    forgetInvitationToken(place);
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
