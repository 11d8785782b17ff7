// The public page of an organization: who it is, how it treats its testers, its tests that run, and
// the apps that it has published. The words come from the server, without a network from this
// device.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Building2, PackageOpen } from "lucide-react";
import { useState } from "react";
import { type PublicOrganization, readOrganization } from "../../../../../sync/schema/organization-functions.ts";
import { formatMonth } from "../../../../i18n/format.ts";
import { useOrganizationApps } from "../../../../state/catalog.ts";
import { useRemote } from "../../../../state/use-online-query.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { Section } from "../../../../ui/card.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { Fact } from "../../../../ui/fact.tsx";
import { LoadMore } from "../../../../ui/load-more.tsx";
import { NoMatch } from "../../../../ui/no-match.tsx";
import { BackLink } from "../../../../ui/page-header.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { useTitle } from "../../../../ui/use-title.ts";
import { BlockButton, BlockedNotice } from "../../../organizations/widgets/block-organization.tsx";
import { OrganizationLogo } from "../../../organizations/widgets/organization-logo.tsx";
import { OnlineQueryStates } from "../../../sync/widgets/online-query-states.tsx";
import { filterApps } from "../../filter-apps.ts";
import { AnswerFact, ApprovedFact, RatingFact } from "../../widgets/report-figures.tsx";
import { RunningTests } from "../../widgets/running-tests.tsx";
import { StoreCards } from "../../widgets/store-list.tsx";

const route = getRouteApi("/_store/organizations/$orgId");

export function OrganizationPage() {
  const { orgId } = route.useParams();
  // Another organization never shows the words of the one before, not even while it loads.
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
