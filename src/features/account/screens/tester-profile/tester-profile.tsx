import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryOr } from "#state/query.ts";
import { accountById } from "#sync/queries/profile.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { Section } from "#ui/card.tsx";
import { OwnProfile } from "../../widgets/own-profile.tsx";
import { TesterCard } from "../../widgets/tester-card.tsx";
import { AboutForm } from "./about-form.tsx";
import { DeviceList } from "./device-list.tsx";
import { ExpertiseList } from "./expertise-list.tsx";
import { KarmaLevels } from "./karma-levels.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { ProfileHead } from "./profile-head.tsx";

export function TesterProfile() {
  const { t } = useLingui();
  return (
    <OwnProfile title={t`My Profile`} description={<Trans>What developers see about you, and how you get paid.</Trans>}>
      {(profile) => <Known profile={profile} />}
    </OwnProfile>
  );
}

function Known({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const account = useQueryOr(accountById(profile.id), null);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-10">
        <ProfileHead profile={profile} />
        <KarmaLevels profile={profile} />
        <Section title={t`About you`}>
          <AboutForm key={profile.id} profile={profile} account={account} />
        </Section>
        <Section title={t`Devices`}>
          <DeviceList profile={profile} />
        </Section>
        <Section title={t`Areas of expertise`}>
          <ExpertiseList profile={profile} />
        </Section>
        <Section title={t`Payment information`}>
          {account ? (
            <PaymentForm key={account.id} account={account} />
          ) : (
            <p className="text-muted text-sm">
              <Trans>This loads the next time you are online.</Trans>
            </p>
          )}
        </Section>
      </div>
      <Section title={t`How developers see you`} className="beside">
        <TesterCard card={profile} />
        <p className="text-muted text-sm">
          <Trans>
            This card is sent with each application, as it is at that moment. It never includes your email address.
          </Trans>
        </p>
      </Section>
    </div>
  );
}
