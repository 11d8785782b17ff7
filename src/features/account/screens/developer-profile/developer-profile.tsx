// Developer profile (S21): who stands behind the campaigns, where to find them, and the plan. Every
// save is on this device at once; nothing is ever charged.
import { Trans, useLingui } from "@lingui/react/macro";
import { accountById, profileById } from "../../../../../sync/queries/profile.ts";
import type { Profile } from "../../../../../sync/schema/profiles.ts";
import { useQuery, useQueryOr } from "../../../../state/query.ts";
import { usePerson } from "../../../../state/session.ts";
import { Section } from "../../../../ui/card.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { PendingBadge } from "../../../sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "../../../sync/widgets/rejected-change-notice.tsx";
import { Billing } from "./billing.tsx";
import { CompanyForm } from "./company-form.tsx";

export function DeveloperProfile() {
  const { t } = useLingui();
  const profile = useQuery(profileById(usePerson().id));
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={t`Developer Profile`}
        badge={profile.state === "ready" && profile.data && <PendingBadge row={profile.data} withText />}
        description={<Trans>Who is behind your campaigns, and your plan.</Trans>}
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
  const account = useQueryOr(accountById(profile.id), null);
  const refused = [useRejectedChanges("profiles").get(profile.id), useRejectedChanges("accounts").get(profile.id)];
  return (
    <>
      {refused.map((change) => change && <RejectedChangeNotice key={change.key} change={change} />)}
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Section title={<Trans>You and your company</Trans>}>
          <CompanyForm key={profile.id} profile={profile} account={account} />
        </Section>
        <Section title={<Trans>Billing information</Trans>} className="lg:sticky lg:top-20">
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
