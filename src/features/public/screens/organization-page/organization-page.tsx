// The public page of an organization: profile, how it treats testers, running tests and apps. From
// the server, or from this device offline.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Building2, PackageOpen } from "lucide-react";
import { useState } from "react";
import { filterApps } from "#features/catalog/filter-apps.ts";
import { AnswerFact, ApprovedFact, RatingFact } from "#features/catalog/widgets/report-figures.tsx";
import { StoreCards } from "#features/catalog/widgets/store-list.tsx";
import { BlockButton, BlockedNotice } from "#features/common/widgets/block-organization.tsx";
import { OrganizationLogo } from "#features/organizations/widgets/organization-logo.tsx";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { formatMonth } from "#i18n/format.ts";
import { useOrganizationApps } from "#state/catalog.ts";
import { useRemote } from "#state/use-online-query.ts";
import { type PublicOrganization, readOrganization } from "#sync/schema/organization-functions.ts";
import { LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Fact } from "#ui/fact.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { BackLink } from "#ui/page-header.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useTitle } from "#ui/use-title.ts";
import { RunningTests } from "../../widgets/running-tests.tsx";

const route = getRouteApi("/_store/organizations/$orgId");

export function OrganizationPage() {
  const { orgId } = route.useParams();
  // The key remounts the page, so that it never shows the previous organization's data.
  return <Organization key={orgId} orgId={orgId} />;
}

function Organization({ orgId }: { orgId: string }) {
  const remote = useRemote(readOrganization, { org_id: orgId });
  const organization = remote.state === "ready" ? remote.data : undefined;
  return (
    <div className="flex flex-col gap-6">
      <BackLink to="/apps">
        <Trans>Back to App Store</Trans>
      </BackLink>
      {!organization && (
        <h1 className="sr-only">
          <Trans>Organization</Trans>
        </h1>
      )}
      <OnlineQueryStates remote={remote} failed={<Trans>The organization could not be loaded</Trans>} />
      {organization === null && <NotFound />}
      {organization && (
        <>
          <Head organization={organization} />
          <BlockedNotice org_id={organization.id} name={organization.name} />
          <RunningTests tests={organization.tests} />
          <Section title={<Trans>Apps</Trans>}>
            <Apps orgId={organization.id} />
          </Section>
          <div>
            <BlockButton org_id={organization.id} name={organization.name} />
          </div>
        </>
      )}
    </div>
  );
}

const NotFound = () => (
  <EmptyState
    icon={Building2}
    title={<Trans>This organization has no public page</Trans>}
    action={
      <LinkButton to="/apps" variant="primary">
        <Trans>Back to App Store</Trans>
      </LinkButton>
    }
  >
    <Trans>It has not published anything, or it does not exist.</Trans>
  </EmptyState>
);

function Head({ organization }: { organization: PublicOrganization }) {
  const { t, i18n } = useLingui();
  const { name, logo_path, about, website, since, rating, ratings } = organization;
  useTitle(name);
  return (
    <header className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <OrganizationLogo name={name} path={logo_path} size="lg" />
        <div className="min-w-0 flex-1">
          <h1 className="page-title break-words">{name}</h1>
          {website !== "" && (
            <a
              href={website}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="tap break-all text-accent text-sm underline"
            >
              {website.replace(/^https?:\/\//, "").replace(/\/$/, "")}
            </a>
          )}
        </div>
      </div>
      {about !== "" && <p className="max-w-prose whitespace-pre-wrap break-words">{about}</p>}
      <dl className="flex flex-wrap gap-x-12 gap-y-4 text-sm">
        <RatingFact rating={rating} ratings={ratings} />
        <AnswerFact organization={organization} />
        <ApprovedFact organization={organization} />
        <Fact label={t`On Betaflock since`}>
          <time dateTime={since}>{formatMonth(since, i18n.locale)}</time>
        </Fact>
      </dl>
    </header>
  );
}

function Apps({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const { cards: apps, state, more, retry } = useOrganizationApps(orgId);
  const [q, setQ] = useState("");
  if (apps.length === 0 && state === "asking") return <SkeletonList rows={6} className="h-92" cards />;
  if (apps.length === 0 && state === "failed") return <ErrorState onRetry={retry} />;
  if (apps.length === 0) {
    return (
      <EmptyState icon={PackageOpen} title={<Trans>No apps yet</Trans>}>
        <Trans>Apps that this organization publishes appear here.</Trans>
      </EmptyState>
    );
  }
  const found = filterApps(apps, { q });
  return (
    <>
      {apps.length > 6 && <SearchInput label={t`Search apps`} value={q} onChange={setQ} className="md:max-w-md" />}
      {found.length === 0 ? (
        <NoMatch title={<Trans>No applications found</Trans>} clear="search" onClear={() => setQ("")} />
      ) : (
        <StoreCards apps={found} label={t`Apps`} />
      )}
      <LoadMore onMore={more} />
    </>
  );
}
