// Landing page of invitation links, for signed-in users and visitors.
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import * as v from "valibot";
import { useSeen } from "#features/notifications/use-seen.ts";
import type { OpenedLink } from "#features/organizations/invitation-token.ts";
import { InvitationCard, InvitationPage, InvitedAddress } from "#features/organizations/widgets/invitation-page.tsx";
import { AcceptButton, RightAccount } from "#features/organizations/widgets/right-account.tsx";
import { loadSync } from "#state/sync.ts";
import { type CampaignOffer, joinCampaign, readCampaignInvitation } from "#sync/schema/campaign-functions.ts";
import { id } from "#sync/schema/fields.ts";
import { joinFailure } from "../../invitation-labels.ts";

export function JoinCampaign() {
  const { t } = useLingui();
  return (
    <InvitationPage
      place="/join"
      title={t`Invitation to a test`}
      // The id of the user's own invitation needs a session, a link's token does not.
      read={(transport, token) =>
        transport.rpc(readCampaignInvitation, { token }, v.is(id, token) ? "person" : "anonymous")
      }
      titleOf={({ campaign_title: title }) => t`Test “${title}”`}
      failureOf={joinFailure}
    >
      {(offer, link) => (
        <>
          <Offer offer={offer} />
          <RightAccount place="/join" address={link.address} email={offer.email}>
            <Join link={link} />
          </RightAccount>
        </>
      )}
    </InvitationPage>
  );
}

function Offer({ offer }: { offer: CampaignOffer }) {
  const { organization_name: name, campaign_title: title, inviter_name: inviter, email } = offer;
  return (
    <InvitationCard name={name} path={offer.logo_path}>
      <p className="break-words">
        {inviter === "" ? (
          <Trans>
            {name} invites you to test <strong>{title}</strong> on Betaflock.
          </Trans>
        ) : (
          <Trans>
            {inviter} of {name} invites you to test <strong>{title}</strong> on Betaflock.
          </Trans>
        )}
      </p>
      <p className="text-muted text-sm">
        <Trans>You can read what the test is about before you apply.</Trans>
      </p>
      <InvitedAddress email={email} />
    </InvitationCard>
  );
}

function Join({ link: { token, address } }: { link: OpenedLink }) {
  const navigate = useNavigate();
  useSeen(({ link }) => link === `/join?invitation=${token}`);
  return (
    <AcceptButton
      address={address}
      label={<Trans>Open the test</Trans>}
      accept={(transport) => transport.rpc(joinCampaign, { token })}
      textOf={joinFailure}
      onAccepted={async ({ campaign_id: campaignId }) => {
        // Pull, because the server now shows the campaign to this user.
        await (await loadSync()).syncNow();
        await navigate({ to: "/tester/tests/$campaignId", params: { campaignId }, replace: true });
      }}
    />
  );
}
