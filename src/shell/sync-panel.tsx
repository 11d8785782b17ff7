import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { Download, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { unsentExport } from "../../sync/queries/outbox.ts";
import { LanguageSwitch } from "../features/site/widgets/language-switch.tsx";
import { ThemeSwitch } from "../features/site/widgets/theme-switch.tsx";
import { failureText } from "../features/sync/failures.ts";
import { pendingKindLabel } from "../features/sync/labels.ts";
import { useMutationToast } from "../features/sync/use-mutation-toast.ts";
import { formatStorage } from "../i18n/format.ts";
import { now } from "../lib/clock.ts";
import { reportError } from "../lib/error-log.ts";
import { type SyncStatus, useStatus, useSyncStatus } from "../state/status.ts";
import { loadSync } from "../state/sync.ts";
import { syncPanelAtom } from "../state/ui.ts";
import { Button } from "../ui/button.tsx";
import { softTone } from "../ui/color-role.ts";
import { cx } from "../ui/cx.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DateText } from "../ui/formatted-values.tsx";
import { Notice } from "../ui/notice.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { saveFile } from "../ui/save-file.ts";
import { PanelSection } from "./panel-section.tsx";
import { PendingList } from "./pending-list.tsx";
import { PrivateBrowsingText } from "./private-browsing-notice.tsx";
import { RejectedList } from "./rejected-list.tsx";
import { useSyncText } from "./sync-text.ts";

export function SyncPanel() {
  const [open, setOpen] = useAtom(syncPanelAtom);
  const waiting = useStatus("waiting");
  const rejected = useStatus("rejected");
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title={<Trans>Sync</Trans>}
      steady
      footer={waiting + rejected > 0 && <ExportAll />}
    >
      <PanelContent />
    </Dialog>
  );
}

function Problem({ problem }: { problem: string }) {
  const { t } = useLingui();
  if (problem.endsWith(":store:storage_full")) {
    return (
      <Notice tone="danger" live title={<Trans>New data does not fit on this device</Trans>}>
        {t(failureText({ type: "storage_full" }))}
      </Notice>
    );
  }
  if (problem.includes(":store:")) {
    return (
      <Notice tone="danger" live title={<Trans>This device stores no new data</Trans>}>
        <Trans>Copy what you typed last, then reload the page.</Trans>
      </Notice>
    );
  }
  const unreadable = problem.includes(":unreadable:");
  return (
    <Notice tone="danger" live title={<Trans>One part of your data cannot be synced</Trans>}>
      {unreadable ? (
        <Trans>This version of the app can't read an entry from the server. Reload the page to update: {problem}</Trans>
      ) : (
        <Trans>Everything stays on this device. The server answered: {problem}</Trans>
      )}
    </Notice>
  );
}

function SlowConnection({ progress }: { progress: NonNullable<SyncStatus["slow"]> }) {
  const { i18n } = useLingui();
  const size = formatStorage(progress.bytes, i18n.locale);
  return (
    <Notice title={<Trans>Slow connection</Trans>}>
      <Trans>
        Received so far: <Plural value={progress.rows} one="# entry" other="# entries" />, {size}. Received entries are
        kept if the connection breaks.
      </Trans>
    </Notice>
  );
}

function PanelContent() {
  const status = useSyncStatus();
  const { text, tone, icon: Icon, busy } = useSyncText(status);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    // Storage was last measured at the start: measure again.
    loadSync()
      .then((sync) => sync.measure())
      .catch(reportError);
  }, []);
  const syncNow = async () => {
    setAsked(true);
    const sync = await loadSync();
    await sync.syncNow();
    setAsked(false);
  };
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <span className={cx("grid size-10 shrink-0 place-items-center rounded-full", softTone[tone])}>
          <Icon aria-hidden className={cx("size-5", busy && "animate-spin motion-reduce:animate-none")} />
        </span>
        <div className="min-w-40 flex-1">
          <p className="font-semibold">{text}</p>
          <p className="text-muted text-sm">
            {status.lastSyncedAt ? (
              <Trans>
                Last synced <DateText value={status.lastSyncedAt} />
              </Trans>
            ) : (
              <Trans>Not synced on this device yet</Trans>
            )}
          </p>
        </div>
        <Button icon={RefreshCw} pending={asked} onClick={() => void syncNow()}>
          <Trans>Sync now</Trans>
        </Button>
      </div>
      {/* Only if the browser is online; otherwise the network is the cause. */}
      {status.phase === "offline" && navigator.onLine && (
        <Notice title={<Trans>The server does not answer</Trans>}>
          <Trans>
            There is a network, but no answer. The server may be down, or this network may want you to log in first.
            What you do is kept on this device and sent as soon as the server answers.
          </Trans>
        </Notice>
      )}
      {status.slow && <SlowConnection progress={status.slow} />}
      {status.problem && <Problem problem={status.problem} />}
      {status.serverOlder && (
        <Notice tone="caution" live title={<Trans>The server is older than this app</Trans>}>
          <Trans>
            Some things may not work until it has been updated. Everything you do is kept on this device and sent as
            soon as the server takes it.
          </Trans>
        </Notice>
      )}
      <RejectedList />
      <PendingList />
      <Uploads status={status} />
      <Storage status={status} />
      <div className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-4">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </div>
  );
}

function ExportAll() {
  const collect = useMutationToast(unsentExport);
  const onExport = async () => {
    const made = await collect();
    if (!made.ok) return;
    const day = new Date(now()).toISOString().slice(0, 10);
    saveFile(`betaflock-unsent-${day}.json`, new Blob([made.value], { type: "application/json" }));
  };
  return (
    <Button icon={Download} onClick={() => void onExport()}>
      <Trans>Export all as a file</Trans>
    </Button>
  );
}

function Uploads({ status }: { status: SyncStatus }) {
  const { t } = useLingui();
  if (status.uploads.length === 0) return null;
  return (
    <PanelSection title={<Trans>Files on their way</Trans>}>
      {status.uploads.map((upload) => (
        <ProgressBar
          key={upload.key}
          label={upload.name || t(pendingKindLabel[upload.kind])}
          value={(upload.sent / Math.max(1, upload.size)) * 100}
          visibleLabel
        />
      ))}
    </PanelSection>
  );
}

function Storage({ status }: { status: SyncStatus }) {
  const { i18n } = useLingui();
  if (!status.storage && status.lasting) return null;
  if (!status.storage || !status.lasting) {
    return (
      <PanelSection title={<Trans>On this device</Trans>}>
        <p className="text-muted text-sm">
          <PrivateBrowsingText />
        </p>
      </PanelSection>
    );
  }
  const used = formatStorage(status.storage.usage, i18n.locale);
  const quota = formatStorage(status.storage.quota, i18n.locale);
  return (
    <PanelSection title={<Trans>On this device</Trans>}>
      <p className="text-muted text-sm">
        <Trans>
          {used} used of {quota}.
        </Trans>{" "}
        {status.storage.persisted ? (
          <Trans>The browser keeps this data even when space runs low.</Trans>
        ) : (
          <Trans>The browser may delete this data when space runs low; installing Betaflock prevents that.</Trans>
        )}
      </p>
    </PanelSection>
  );
}
