// The page of a build: facts, download button and installation steps. Visitors reach it through QR
// codes.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { LockKeyhole, PackageX } from "lucide-react";
import type { ReactNode } from "react";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { failureText } from "#features/sync/failures.ts";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { personOf, useSession } from "#state/session.ts";
import { useMutation } from "#state/store.ts";
import { loadSync } from "#state/sync.ts";
import { useRemote } from "#state/use-online-query.ts";
import { buildDownloaded } from "#sync/mutations/applications.ts";
import { type BuildPage, readBuildPage } from "#sync/schema/build-functions.ts";
import { applicationId } from "#sync/schema/ids.ts";
import { Chip } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FileSize } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { BackLink } from "#ui/page-header.tsx";
import { showToast } from "#ui/toast.tsx";
import { useNow } from "#ui/use-now.ts";
import { useTitle } from "#ui/use-title.ts";
import { type BuildPlatform, endOf } from "../../build-action.ts";
import { AppIcon } from "../../widgets/app-icon.tsx";
import { AppStatus } from "../../widgets/app-status.tsx";
import { GetBuild } from "../../widgets/get-build.tsx";
import { InstallHelp } from "../../widgets/install-help.tsx";
import { PackageRegistration } from "../../widgets/package-registration.tsx";
import { ThisIphone } from "../../widgets/this-iphone.tsx";
import { BuildDetails, TooOld } from "./build-details.tsx";

const route = getRouteApi("/_store/b/$releaseId");

type Full = Extract<BuildPage, { access: "full" }>;
type Join = Extract<BuildPage, { access: "join" }>;

export function BuildPageScreen() {
  const { releaseId } = route.useParams();
  return <Page key={releaseId} releaseId={releaseId} />;
}

function Page({ releaseId }: { releaseId: string }) {
  const { t } = useLingui();
  useTitle(t`Get the build`);
  const { device } = route.useSearch();
  const remote = useRemote(readBuildPage, { release_id: releaseId });
  const page = remote.state === "ready" ? remote.data : undefined;
  return (
    <div className="flex flex-col gap-6">
      <Back page={page} />
      {page?.access !== "full" && page?.access !== "join" && (
        <h1 className="sr-only">
          <Trans>Get the build</Trans>
        </h1>
      )}
      <OnlineQueryStates remote={remote} failed={<Trans>The build could not be loaded</Trans>} />
      {page?.access === "full" && <Sheet page={page} />}
      {page?.access === "join" && <JoinFirst page={page} releaseId={releaseId} />}
      {page?.access === "sign_in" && <SignIn releaseId={releaseId} device={device} />}
      {page?.access === "none" && <NotYours />}
    </div>
  );
}

function Back({ page }: { page: BuildPage | undefined }) {
  if (page?.access === "full" && page.campaign_id !== null) {
    return (
      <BackLink to="/tester/tests/$campaignId" params={{ campaignId: page.campaign_id }}>
        <Trans>Back to the test</Trans>
      </BackLink>
    );
  }
  if (page?.access === "full" && page.app.in_store) {
    const { title } = page.app;
    return (
      <BackLink to="/apps/$appId" params={{ appId: page.app.id }}>
        <Trans>Back to {title}</Trans>
      </BackLink>
    );
  }
  return (
    <BackLink to="/apps">
      <Trans>Back to App Store</Trans>
    </BackLink>
  );
}

interface HeadProps {
  app: Full["app"];
  version: string;
  platform: BuildPlatform;
  chips?: ReactNode;
}

function Head({ app, version, platform, chips }: HeadProps) {
  const { t } = useLingui();
  useTitle(`${app.title} ${version}`);
  return (
    <header className="flex min-w-0 items-start gap-4">
      <AppIcon app={app} size="lg" />
      <div className="min-w-0 flex-1">
        <h1 className="page-title break-words">{app.title}</h1>
        <p className="break-words text-muted text-sm">{app.developer_name}</p>
        <p className="mt-2 flex flex-wrap items-center gap-1.5">
          <Chip>
            <Trans>Version {version}</Trans>
          </Chip>
          <Chip>{t(platformLabel[platform])}</Chip>
          {chips}
        </p>
      </div>
    </header>
  );
}

function Sheet({ page: { app, release, campaign_id: campaignId } }: { page: Full }) {
  const { t } = useLingui();
  const person = personOf(useSession());
  const note = useMutation(buildDownloaded);
  const platform = release.platform || app.platform;
  const { device } = route.useSearch();
  const end = endOf(release, useNow());
  const status = end === "expired" ? end : release.status;
  const named = end === null && (release.signing_kind === "ad_hoc" || release.signing_kind === "development");
  /** Records the download as progress of the test. */
  const noteFetched = async () => {
    if (!campaignId || !person) return;
    const noted = () => note(applicationId(campaignId, person.id), release.id);
    const done = await noted();
    // Right after sign-in the application may not be on this device yet. The download continues.
    if (!done.ok && done.error.type === "not_found") {
      await (await loadSync()).syncNow();
      await noted();
    } else if (!done.ok) showToast({ tone: "danger", title: t(failureText(done.error)) });
  };
  return (
    <>
      <Head
        app={app}
        version={release.version}
        platform={platform}
        chips={
          status === "draft" && campaignId !== null ? (
            <Chip>
              <Trans>Test build</Trans>
            </Chip>
          ) : (
            status !== "published" && <AppStatus status={status} />
          )
        }
      />
      <TooOld release={release} />
      {named && campaignId && person && (
        <div className="max-w-3xl">
          <ThisIphone releaseId={release.id} added={device} />
        </div>
      )}
      <div className="max-w-3xl">
        <GetBuild
          spread
          release={release}
          platform={app.platform}
          title={`${app.title} ${release.version}`}
          size="lg"
          onFetched={() => void noteFetched()}
        />
      </div>
      {status !== "withdrawn" && status !== "expired" && (
        <InstallHelp release={release} platform={platform}>
          {release.platform === "android" && release.signer_sha256 !== "" && (
            <PackageRegistration releaseId={release.id} />
          )}
        </InstallHelp>
      )}
      {release.notes !== "" && (
        <Section title={t`What's new`}>
          <p className="max-w-prose whitespace-pre-wrap break-words text-sm">{release.notes}</p>
        </Section>
      )}
      <Section title={t`About this build`}>
        <BuildDetails release={release} />
      </Section>
    </>
  );
}

const backHere = (releaseId: string, device?: string) => ({
  redirect: `/b/${releaseId}${device === undefined ? "" : `?device=${encodeURIComponent(device)}`}`,
});

function JoinFirst({ page: { app, release, campaign_id: campaignId }, releaseId }: { page: Join; releaseId: string }) {
  const signedOut = personOf(useSession()) === null;
  return (
    <>
      <Head
        app={app}
        version={release.version}
        platform={release.platform || app.platform}
        chips={release.size_bytes > 0 && <FileSize bytes={release.size_bytes} className="text-muted text-sm" />}
      />
      <Notice title={<Trans>This build is for the testers of a public test</Trans>} className="max-w-3xl">
        <Trans>Apply to the test. Once you are accepted, you get the build here.</Trans>
      </Notice>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/tester/tests/$campaignId" params={{ campaignId }} variant="primary">
          <Trans>Open the test</Trans>
        </LinkButton>
        {signedOut && (
          <LinkButton to="/login" search={backHere(releaseId)}>
            <Trans>Already a tester? Log in</Trans>
          </LinkButton>
        )}
      </div>
    </>
  );
}

const SignIn = ({ releaseId, device }: { releaseId: string; device: string | undefined }) => (
  <EmptyState
    icon={LockKeyhole}
    title={<Trans>Log in to see this build</Trans>}
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton to="/login" search={backHere(releaseId, device)} variant="primary">
          <Trans>Log In</Trans>
        </LinkButton>
        <LinkButton to="/register" search={backHere(releaseId, device)}>
          <Trans>Sign Up</Trans>
        </LinkButton>
      </div>
    }
  >
    <Trans>Most builds are for the testers of a test. You come back here afterwards.</Trans>
  </EmptyState>
);

const NotYours = () => (
  <EmptyState
    icon={PackageX}
    title={<Trans>There is no build here for this account</Trans>}
    action={
      <LinkButton to="/apps" variant="primary">
        <Trans>Back to App Store</Trans>
      </LinkButton>
    }
  >
    <Trans>It does not exist, or you are not one of its testers. Ask the developer who sent you the address.</Trans>
  </EmptyState>
);
