import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useSwitchOrganization } from "#state/organization.ts";
import { acceptInvitation, type InvitationOffer, readInvitation } from "#sync/schema/organization-functions.ts";
import { showToast } from "#ui/toast.tsx";
import type { OpenedLink } from "../../invitation-token.ts";
import { invitationFailure, memberRoleHelp, memberRoleLabel } from "../../labels.ts";
import { InvitationCard, InvitationPage, InvitedAddress } from "../../widgets/invitation-page.tsx";
import { AcceptButton, RightAccount } from "../../widgets/right-account.tsx";

export function Invitation() {
  const { t } = useLingui();
  return (
    <InvitationPage
      place="/invitation"
      title={t`Invitation`}
      read={(transport, token) => transport.rpc(readInvitation, { token }, "anonymous")}
      titleOf={({ organization_name: name }) => t`Join ${name}`}
      failureOf={invitationFailure}
    >
      {(offer, link) => (
        <>
          <Offer offer={offer} />
          <RightAccount place="/invitation" address={link.address} email={offer.email}>
            <Accept link={link} offer={offer} />
          </RightAccount>
        </>
      )}
    </InvitationPage>
  );
}

function Offer({ offer }: { offer: InvitationOffer }) {
  const { t } = useLingui();
  const { organization_name: name, inviter_name: inviter, role, email } = offer;
  const roleName = t(memberRoleLabel[role]);
  return (
    <InvitationCard name={name} path={offer.logo_path}>
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
      <InvitedAddress email={email} />
    </InvitationCard>
  );
}

function Accept({ link, offer }: { link: OpenedLink; offer: InvitationOffer }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const switchTo = useSwitchOrganization();
  const { organization_name: name } = offer;
  return (
    <AcceptButton
      address={link.address}
      label={<Trans>Accept invitation</Trans>}
      accept={(transport) => transport.rpc(acceptInvitation, { token: link.token })}
      onAccepted={async ({ org_id }) => {
        // Takes effect when the device has pulled its rows.
        switchTo(org_id);
        showToast({ title: t`You are now a member of ${name}` });
        await navigate({ to: "/developer", replace: true });
      }}
    />
  );
}
