import { Trans, useLingui } from "@lingui/react/macro";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { useQueryOr } from "#state/query.ts";
import { accountById } from "#sync/queries/profile.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { Section } from "#ui/card.tsx";
import { OwnProfile } from "../../widgets/own-profile.tsx";
import { Billing } from "./billing.tsx";
import { CompanyForm } from "./company-form.tsx";

export function DeveloperProfile() {
  const { t } = useLingui();
  return (
    <OwnProfile
      title={t`Developer Profile`}
      badge={(profile) => <PendingBadge row={profile} withText />}
      description={<Trans>Your company, your contact details and your plan.</Trans>}
    >
      {(profile) => <Known profile={profile} />}
    </OwnProfile>
  );
}

function Known({ profile }: { profile: Profile }) {
  const account = useQueryOr(accountById(profile.id), null);
  const rejectedChanges = [
    useRejectedChanges("profiles").get(profile.id),
    useRejectedChanges("accounts").get(profile.id),
  ];
  return (
    <>
      {rejectedChanges.map((change) => change && <RejectedChangeNotice key={change.key} change={change} />)}
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Section title={<Trans>You and your company</Trans>}>
          <CompanyForm key={profile.id} profile={profile} account={account} />
        </Section>
        <Section title={<Trans>Billing information</Trans>} className="beside">
          {account ? (
            <Billing account={account} />
          ) : (
            <p className="text-muted text-sm">
              <Trans>This loads the next time you are online.</Trans>
            </p>
          )}
        </Section>
      </div>
    </>
  );
}
