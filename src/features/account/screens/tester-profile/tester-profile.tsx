// My Profile: who one is, what one tests on and knows, where the money goes. Every save is on this
// device at once.
import { Trans, useLingui } from "@lingui/react/macro";
import { accountById, profileById } from "../../../../../sync/queries/profile.ts";
import type { Profile } from "../../../../../sync/schema/profiles.ts";
import { useQuery, useQueryOr } from "../../../../state/query.ts";
import { usePerson } from "../../../../state/session.ts";
import { Section } from "../../../../ui/card.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { TesterCard } from "../../widgets/tester-card.tsx";
import { AboutForm } from "./about-form.tsx";
import { DeviceList } from "./device-list.tsx";
import { ExpertiseList } from "./expertise-list.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { ProfileHead } from "./profile-head.tsx";

export function TesterProfile() {
  const { t } = useLingui();
  const person = usePerson();
  const profile = useQuery(profileById(person.id));
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={t`My Profile`}
        description={<Trans>What developers see about you, and how you get paid.</Trans>}
      />
      {profile.state === "ready" && profile.data && <Known profile={profile.data} />}
      {(profile.state === "loading" || (profile.state === "ready" && !profile.data)) && (
        <SkeletonList rows={3} className="h-40" />
      )}
      {profile.state === "error" && <ErrorState onRetry={() => window.location.reload()} />}
    </div>
  );
}

function Known({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const account = useQueryOr(accountById(profile.id), null);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-10">
        <ProfileHead profile={profile} />
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
      <Section title={t`How developers see you`} className="lg:sticky lg:top-20">
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
