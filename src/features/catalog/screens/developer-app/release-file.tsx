import { Trans, useLingui } from "@lingui/react/macro";
import { CloudUpload, Copy } from "lucide-react";
import { rejectionText } from "#features/sync/failures.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useStatus } from "#state/status.ts";
import { isUnread } from "#sync/files/build-checks.ts";
import { retryPendingItem } from "#sync/mutations/outbox.ts";
import type { PendingFile } from "#sync/queries/pending-items.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { showToast } from "#ui/toast.tsx";
import { metadataOfRelease, otherKey } from "../../package-metadata.ts";
import { BuildFacts, UnreadBuildNotice } from "../../widgets/build-facts.tsx";
import { BuildName } from "./build-name.tsx";

interface ReleaseFileProps {
  release: Release;
  releases: readonly Release[];
  upload: PendingFile | undefined;
}

export function ReleaseFile({ release, releases, upload }: ReleaseFileProps) {
  const { t } = useLingui();
  const metadata = metadataOfRelease(release);
  if (release.file_path === "") {
    return (
      <p className="text-muted text-sm">
        <Trans>No file yet.</Trans>
      </p>
    );
  }
  const copy = () =>
    navigator.clipboard.writeText(release.sha256).then(
      () => showToast({ title: t`Checksum copied` }),
      () => showToast({ tone: "danger", title: t`This browser does not allow copying. Select the text instead.` }),
    );
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-1 text-sm">
        <div className="flex flex-wrap items-center gap-x-2">
          <dt className="sr-only">{t`File`}</dt>
          <dd className="inline-flex min-w-0 items-center gap-2">
            <BuildName name={release.file_name} size={release.size_bytes} className="font-medium" />
          </dd>
        </div>
        <div className="flex min-w-0 items-center gap-2">
          <dt className="shrink-0 text-muted">SHA-256</dt>
          <dd className="flex min-w-0 items-center gap-1">
            <code className="min-w-0 truncate text-xs" title={release.sha256}>
              {release.sha256}
            </code>
            <IconButton icon={Copy} label={t`Copy checksum`} onClick={() => void copy()} />
          </dd>
        </div>
      </dl>
      {upload && <OnItsWay upload={upload} />}
      {isUnread(release.check_failure) && <UnreadBuildNotice why={release.check_failure} />}
      {metadata && (
        <BuildFacts brief metadata={metadata} otherKey={otherKey(metadata, releases, release.published_at)} />
      )}
      {release.file_removed_at && (
        <Notice>
          <Trans>The file was removed to free up space. The app's ten latest builds keep their files.</Trans>
        </Notice>
      )}
    </div>
  );
}

function OnItsWay({ upload }: { upload: PendingFile }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const retry = useMutationToast(retryPendingItem);
  if (upload.state === "rejected") {
    return (
      <Notice
        tone="danger"
        title={<Trans>Upload failed</Trans>}
        action={
          <Button size="sm" onClick={() => void retry(upload.key)}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {t(rejectionText(upload.failure))}
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-1">
      <ProgressBar visibleLabel label={t`Uploading`} value={(upload.sent / upload.size) * 100} />
      {!online && (
        <p className="inline-flex items-center gap-1.5 text-caution text-sm">
          <CloudUpload aria-hidden className="size-4" />
          <Trans>Resumes when you are online. The file stays on this device until then.</Trans>
        </p>
      )}
    </div>
  );
}
