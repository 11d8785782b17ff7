// The build of a test: a link, a file of a release, or nothing to fetch. Opening it is the second
// step of the test's progress; that is noted on this device at once and sent when there is a
// network.
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { buildDownloaded } from "../../../../../sync/mutations/applications.ts";
import { releaseById } from "../../../../../sync/queries/releases.ts";
import type { Application } from "../../../../../sync/schema/applications.ts";
import type { Brief } from "../../../../../sync/schema/briefs.ts";
import type { Release } from "../../../../../sync/schema/releases.ts";
import { useQueryOr } from "../../../../state/query.ts";
import { useMutation } from "../../../../state/store.ts";
import { Button, LinkButton } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { DateText, FileSize } from "../../../../ui/formatted-values.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { platformOfFile } from "../../../catalog/build-action.ts";
import { linkKind, webAddress } from "../../../catalog/build-links.ts";
import { linkLabel } from "../../../catalog/labels.ts";
import { useDownloads } from "../../../catalog/use-build-download.ts";
import { BuildDownload } from "../../../catalog/widgets/build-download.tsx";
import { Checksum } from "../../../catalog/widgets/checksum.tsx";
import { isHere } from "../../../catalog/widgets/download-state.tsx";
import { GetBuild, GetLink } from "../../../catalog/widgets/get-build.tsx";
import { failureText } from "../../../sync/failures.ts";

interface BuildPanelProps {
  brief: Brief | null;
  application: Application;
  /** The next thing to do: the loudest of the page. */
  next?: boolean;
}

export function BuildPanel({ brief, application, next = false }: BuildPanelProps) {
  const { t } = useLingui();
  const note = useMutation(buildDownloaded);
  const release = useQueryOr(brief?.release_id ? releaseById(brief.release_id) : null, null);
  const at = application.downloaded_at;
  const look = next ? ({ variant: "primary", size: "lg" } as const) : {};
  const mark = async () => {
    // The first time counts; another build is noted, too.
    if (at !== null && (url || application.release_id === brief?.release_id)) return;
    const done = await note(application.id, url ? null : (brief?.release_id ?? null));
    if (!done.ok) showToast({ tone: "danger", title: t(failureText(done.error)) });
  };
  if (!brief || (application.status !== "accepted" && at === null)) return null;

  const url = webAddress(brief.build_url);
  if (url) {
    return (
      <Panel next={next} title={<Trans>The build</Trans>} detail={url.host} at={at}>
        <GetLink url={url} variant="secondary" {...look} onOpened={() => void mark()} />
      </Panel>
    );
  }
  if (release?.status === "withdrawn") return <Withdrawn release={release} at={at} />;
  if (release && (release.kind === "link" || release.file_path !== "")) {
    const link = release.kind === "link" ? webAddress(release.link_url) : null;
    return (
      <Panel
        next={next}
        title={<Trans>Version {release.version}</Trans>}
        detail={
          link ? (
            t(linkLabel[linkKind(link)])
          ) : (
            <>
              {release.file_name} · <FileSize bytes={release.size_bytes} />
              {release.sha256 !== "" && <Checksum value={release.sha256} />}
            </>
          )
        }
        // Another build than this one was opened.
        at={application.release_id === null || application.release_id === release.id ? at : null}
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
  return (
    <Panel
      next={next}
      title={release ? <Trans>Version {release.version}</Trans> : <Trans>Nothing to download</Trans>}
      detail={<Trans>Confirm that you have the app open so that your progress counts.</Trans>}
      at={at}
    >
      {at === null && (
        <Button {...look} onClick={() => void mark()}>
          <Trans>I have it open</Trans>
        </Button>
      )}
    </Panel>
  );
}

/** What is on this device stays: it can still be saved, or removed. */
function Withdrawn({ release, at }: { release: Release; at: string | null }) {
  const kept = useDownloads().get(release.id);
  return (
    <Panel
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
  title: ReactNode;
  detail: ReactNode;
  at: string | null;
  children?: ReactNode;
}

function Panel({ next, title, detail, at, children }: PanelProps) {
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg border p-4 shadow-sm",
        next ? "border-accent/40 bg-accent-soft md:p-6" : "border-line bg-raised",
      )}
    >
      <div className="min-w-48 flex-1">
        {next && (
          <h2 className="text-lg">
            <Trans>Get the build</Trans>
          </h2>
        )}
        <p className={cx(!next && "font-semibold")}>{title}</p>
        <p className="break-words text-muted text-sm">{detail}</p>
        {at !== null && (
          <p className="mt-1 flex items-center gap-1.5 text-positive text-sm">
            <CircleCheck aria-hidden className="size-4" />
            <Trans>
              Opened <DateText value={at} />
            </Trans>
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
