// The build of a test: a link, a release, the store's release, or none. Opening it is step two of
// the progress, recorded offline and synced later.
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { platformOfFile } from "#features/catalog/build-action.ts";
import { linkKind, webAddress } from "#features/catalog/build-links.ts";
import { linkLabel } from "#features/catalog/labels.ts";
import { useDownloads } from "#features/catalog/use-build-download.ts";
import { BuildDownload } from "#features/catalog/widgets/build-download.tsx";
import { Checksum } from "#features/catalog/widgets/checksum.tsx";
import { isHere } from "#features/catalog/widgets/download-state.tsx";
import { GetBuild, GetLink } from "#features/catalog/widgets/get-build.tsx";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useCatalogApp } from "#state/catalog-rows.ts";
import { useQueryOr } from "#state/query.ts";
import { buildDownloaded } from "#sync/mutations/applications.ts";
import { releaseById } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DateText, FileSize } from "#ui/formatted-values.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";

interface BuildPanelProps {
  brief: Brief | null;
  appId: string | null;
  application: Application;
  /** Makes it the primary action of the page. */
  next?: boolean;
  /** Says that the downloaded build is installed; undefined once said. */
  onInstalled?: (() => void) | undefined;
}

export function BuildPanel({ brief, appId, application, next = false, onInstalled }: BuildPanelProps) {
  const { t } = useLingui();
  const note = useMutationToast(buildDownloaded);
  const release = useQueryOr(brief?.release_id ? releaseById(brief.release_id) : null, null);
  const at = application.downloaded_at;
  const look = next && at === null ? ({ variant: "primary", size: "lg" } as const) : {};
  const mark = async () => {
    // Record the first download and each change of build.
    if (at !== null && (url || application.release_id === brief?.release_id)) return;
    await note(application.id, url ? null : (brief?.release_id ?? null));
  };
  if (!brief || (application.status !== "accepted" && at === null)) return null;

  const url = webAddress(brief.build_url);
  if (url) {
    const texts = isOptIn(url) ? optIn : { title: <Trans>The build</Trans>, detail: url.host };
    return (
      <Panel next={next} {...texts} at={at}>
        <GetLink url={url} variant="secondary" {...look} onOpened={() => void mark()} />
      </Panel>
    );
  }
  if (release?.status === "withdrawn") return <Withdrawn release={release} at={at} next={next} />;
  if (release && (release.kind === "link" || release.file_path !== "")) {
    const link = release.kind === "link" ? webAddress(release.link_url) : null;
    // The tester may have opened another build before.
    const here = application.release_id === null || application.release_id === release.id ? at : null;
    return (
      <Panel
        next={next}
        title={<Trans>Version {release.version}</Trans>}
        detail={
          link ? (
            isOptIn(link) ? (
              optIn.detail
            ) : (
              t(linkLabel[linkKind(link)])
            )
          ) : (
            <>
              {release.file_name} · <FileSize bytes={release.size_bytes} />
              {release.sha256 !== "" && (
                <details>
                  <summary className="w-fit py-1">
                    <Trans>Details</Trans>
                  </summary>
                  <Checksum value={release.sha256} />
                </details>
              )}
            </>
          )
        }
        at={here}
        isFile={release.kind !== "link"}
        onInstalled={here === null ? undefined : onInstalled}
      >
        <GetBuild
          release={release}
          platform={platformOfFile(release.file_name)}
          title={release.file_name}
          variant="secondary"
          {...look}
          onFetched={() => void mark()}
        >
          <LinkButton to="/b/$releaseId" params={{ releaseId: release.id }} variant="ghost">
            <Trans>How to install it</Trans>
          </LinkButton>
        </GetBuild>
      </Panel>
    );
  }
  // A brief without a build falls back to the build in the App Store.
  if (appId !== null && !release) return <StoreBuild {...{ appId, at, next, look }} onOpened={() => void mark()} />;
  return <NoBuild {...{ release, at, next, look }} onOpened={() => void mark()} />;
}

const isOptIn = (url: URL) => linkKind(url) === "play_testing";

/** Google counts testers who opted in. */
const optIn = {
  title: <Trans>Join the closed test on Google Play</Trans>,
  detail: (
    <Trans>
      Join with the same Google account that you use in the Play Store of your phone, and stay until the test ends.
    </Trans>
  ),
};

interface NamelessProps extends Required<Pick<BuildPanelProps, "next">> {
  at: string | null;
  look: { variant?: "primary"; size?: "lg" };
  onOpened: () => void;
}

function StoreBuild({ appId, ...props }: NamelessProps & { appId: string }) {
  const { next, at, look, onOpened } = props;
  const read = useCatalogApp(appId);
  // The placeholder keeps the content below in place.
  if (read.state === "asking") return <SkeletonList rows={1} className="h-24" />;
  const found = read.state === "here" && read.found.app.status === "published" ? read.found : null;
  if (!found) return <NoBuild {...props} ofApp />;
  const { app, releases } = found;
  const page = (
    <LinkButton to="/apps/$appId" params={{ appId }} variant={releases[0] ? "ghost" : "secondary"}>
      <Trans>View app page</Trans>
    </LinkButton>
  );
  const [newest] = releases;
  return (
    <Panel
      next={next}
      title={app.title}
      detail={newest ? <Trans>Version {newest.version} from the App Store</Trans> : <Trans>From the App Store</Trans>}
      at={at}
    >
      {newest ? (
        <GetBuild
          release={newest}
          platform={app.platform}
          title={app.title}
          variant="secondary"
          {...look}
          onFetched={onOpened}
        >
          {page}
        </GetBuild>
      ) : (
        <span className="flex flex-wrap gap-2">
          {at === null && <Opened look={look} onOpened={onOpened} />}
          {page}
        </span>
      )}
    </Panel>
  );
}

interface NoBuildProps extends NamelessProps {
  release?: Release | null;
  /** True when the campaign's app is not in the store. */
  ofApp?: boolean;
}

function NoBuild({ release = null, ofApp = false, next, at, look, onOpened }: NoBuildProps) {
  return (
    <Panel
      next={next}
      title={
        release ? (
          <Trans>Version {release.version}</Trans>
        ) : ofApp ? (
          <Trans>The developer hasn't added a build yet</Trans>
        ) : (
          <Trans>No build to download here</Trans>
        )
      }
      detail={
        ofApp ? (
          <Trans>
            It appears here as soon as there is one. If you have the app already, confirm that you have it open.
          </Trans>
        ) : (
          <Trans>Open the app as the instructions say, and confirm it here so that your progress counts.</Trans>
        )
      }
      at={at}
    >
      {at === null && <Opened look={look} onOpened={onOpened} />}
    </Panel>
  );
}

const Opened = ({ look, onOpened }: Pick<NamelessProps, "look" | "onOpened">) => (
  <Button {...look} onClick={onOpened}>
    <Trans>I have it open</Trans>
  </Button>
);

/** A downloaded build can still be saved or removed. */
function Withdrawn({ release, at, next }: { release: Release; at: string | null; next: boolean }) {
  const kept = useDownloads().get(release.id);
  return (
    <Panel
      next={next}
      title={<Trans>Version {release.version} was withdrawn</Trans>}
      detail={<Trans>The developer withdrew this build. A new one appears here as soon as it is available.</Trans>}
      at={at}
    >
      {kept && isHere(kept) && <BuildDownload release={release} title={release.file_name} variant="secondary" />}
    </Panel>
  );
}

interface PanelProps {
  next?: boolean;
  /** True for a build that is downloaded, false for one that is opened. */
  isFile?: boolean;
  onInstalled?: (() => void) | undefined;
  title: ReactNode;
  detail: ReactNode;
  at: string | null;
  children?: ReactNode;
}

function Panel({ next, title, detail, at, isFile = false, onInstalled, children }: PanelProps) {
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-6 gap-y-4",
        !next && "rounded-lg border border-line bg-raised p-4 shadow-sm",
      )}
    >
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="break-words text-muted text-sm">{detail}</p>
        {at !== null && (
          <p className="mt-1 flex items-center gap-1.5 text-positive text-sm">
            <CircleCheck aria-hidden className="size-4" />
            {isFile ? (
              <Trans>
                Downloaded <DateText value={at} />
              </Trans>
            ) : (
              <Trans>
                Opened <DateText value={at} />
              </Trans>
            )}
          </p>
        )}
      </div>
      {children}
      {onInstalled && (
        <Button variant="primary" size="lg" className="max-sm:w-full" onClick={onInstalled}>
          <Trans>I've installed it</Trans>
        </Button>
      )}
    </div>
  );
}
