// Where the link of an invitation leads, signed in or not: who invites to what, and the next step.
import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { invitationRead } from "../../../../../sync/mutations/organizations.ts";
import type { InvitationOffer } from "../../../../../sync/schema/organization-functions.ts";
import type { CallFailure } from "../../../../../sync/transport/result.ts";
import { callServer } from "../../../../state/call-server.ts";
import { personOf, useSession } from "../../../../state/session.ts";
import { Button, LinkButton } from "../../../../ui/button.tsx";
import { EmailText } from "../../../../ui/email-text.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { SpinnerPage } from "../../../../ui/spinner-page.tsx";
import { PublicFrame, PublicTitle } from "../../../public/widgets/public-frame.tsx";
import { readInvitationToken } from "../../invitation-token.ts";
import { invitationFailure, memberRoleHelp, memberRoleLabel } from "../../labels.ts";
import { OrganizationLogo } from "../../widgets/organization-logo.tsx";
import { AcceptInvitation } from "./accept-invitation.tsx";

type Read =
  | { state: "loading" }
  | { state: "ready"; offer: InvitationOffer }
  | { state: "failed"; failure: CallFailure };

export function Invitation() {
  const { t } = useLingui();
  const router = useRouter();
  const [token] = useState(readInvitationToken);
  const [read, setRead] = useState<Read>({ state: "loading" });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (window.location.hash !== "") router.history.replace("/invitation");
  }, [router]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    if (!token) return;
    let left = false;
    void callServer((transport) => invitationRead(transport, token)).then((answer) => {
      if (left) return;
      setRead(answer.ok ? { state: "ready", offer: answer.value } : { state: "failed", failure: answer.error });
    });
    return () => {
      left = true;
    };
  }, [token, turn]);

  if (!token) {
    return (
      <Page title={t`Invitation`}>
        <Notice tone="caution" title={<Trans>This link is not complete</Trans>}>
          <Trans>Open the link in the message again, or ask the person who invited you to send it again.</Trans>
        </Notice>
      </Page>
    );
  }
  if (read.state === "loading") {
    return (
      <Page title={t`Invitation`}>
        <SpinnerPage />
      </Page>
    );
  }
  if (read.state === "failed") {
    const refused = read.failure.type === "refused";
    return (
      <Page title={t`Invitation`}>
        <Notice tone="danger" live>
          {t(invitationFailure(read.failure))}
        </Notice>
        {!refused && (
          <Button className="w-fit" onClick={() => setTurn((n) => n + 1)}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Page>
    );
  }
  const { offer } = read;
  const { organization_name: name } = offer;
  return (
    <Page title={t`Join ${name}`}>
      <Offer offer={offer} />
      <NextStep token={token} offer={offer} />
    </Page>
  );
}

const Page = ({ title, children }: { title: string; children: ReactNode }) => (
  <PublicFrame>
    <div className="page flex max-w-2xl flex-col gap-6 pt-4 pb-20 md:pt-8">
      <PublicTitle title={title} />
      {children}
    </div>
  </PublicFrame>
);

function Offer({ offer }: { offer: InvitationOffer }) {
  const { t } = useLingui();
  const { organization_name: name, inviter_name: inviter, role, email } = offer;
  const roleName = t(memberRoleLabel[role]);
  return (
    <div className="flex items-start gap-4 rounded-lg border border-line bg-raised p-5">
      <OrganizationLogo name={name} path={offer.logo_path} size="lg" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="break-words">
          {inviter === "" ? (
            <Trans>
              You are invited to join <strong>{name}</strong> on Betaflock.
            </Trans>
          ) : (
            <Trans>
              {inviter} invites you to join <strong>{name}</strong> on Betaflock.
            </Trans>
          )}
        </p>
        <p>
          <span className="text-muted">
            <Trans>Your role:</Trans>
          </span>{" "}
          <strong>{roleName}</strong>
        </p>
        <p className="text-muted text-sm">{t(memberRoleHelp[role])}</p>
        <p className="break-words text-muted text-sm">
          <Trans>
            The invitation is for <EmailText value={email} />.
          </Trans>
        </p>
      </div>
    </div>
  );
}

const back = "/invitation";

function NextStep({ token, offer }: { token: string; offer: InvitationOffer }) {
  const session = useSession();
  const person = personOf(session);
  const { email } = offer;
  if (session.kind === "loading") return <SpinnerPage />;
  if (person) return <AcceptInvitation token={token} offer={offer} person={person} />;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/login" search={{ redirect: back, email }} variant="primary">
          <Trans>Log In</Trans>
        </LinkButton>
        <LinkButton to="/register" search={{ role: "developer", redirect: back, email }}>
          <Trans>Create a developer account</Trans>
        </LinkButton>
      </div>
      <p className="text-muted text-sm">
        <Trans>You come back here afterwards to accept.</Trans>
      </p>
    </div>
  );
}
