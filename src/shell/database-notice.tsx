import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentProps, useState } from "react";
import { failureText } from "../features/sync/failures.ts";
import { loadNewest } from "../lib/app-update.ts";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { useStoreSlow, useStoreState } from "../state/store.ts";
import { loadSync } from "../state/sync.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";

/** Shown while the device database is upgraded or cannot be opened. */
export function DatabaseNotice() {
  const { t } = useLingui();
  const state = useStoreState();
  const slow = useStoreSlow();
  if (state.kind === "open") return slow ? <SlowNotice /> : null;
  if (state.kind === "opening") {
    if (!state.upgrade) return slow ? <SlowNotice /> : null;
    const { done, total } = state.upgrade;
    return (
      <Notice live title={<Trans>Updating the data on this device</Trans>}>
        <p className="mb-2">
          <Trans>This happens once after an update and keeps everything, including unsent changes.</Trans>
        </p>
        <ProgressBar label={t`Progress`} visibleLabel value={total === 0 ? 100 : (100 * done) / total} />
      </Notice>
    );
  }
  const { failure } = state;
  if (failure.type === "outdated") return <OutdatedNotice />;
  return (
    <Notice tone="danger" live title={<Trans>The data on this device could not be opened</Trans>}>
      {t(failureText(failure))}
    </Notice>
  );
}

const Caution = (props: ComponentProps<typeof Notice>) => <Notice tone="caution" live {...props} />;

function SlowNotice() {
  return (
    <Caution
      title={<Trans>The data on this device is taking a long time to open</Trans>}
      action={
        <Button size="sm" onClick={() => window.location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      }
    >
      <Trans>
        Nothing is lost. Reload the page. If that does not help, close all other Betaflock tabs or restart the browser.
      </Trans>
    </Caution>
  );
}

/** This tab has reloaded once, but the server has no newer version. */
const RELOADED_KEY = "outdated-reloaded";

/**
 * A newer app version has upgraded the device database: loads that version. If the server was
 * rolled back, offers to downgrade the database.
 */
function OutdatedNotice() {
  const { t } = useLingui();
  const [reloaded] = useState(() => readKey(RELOADED_KEY, "session") !== null);
  const [pending, setPending] = useState(false);
  const reload = async () => {
    setPending(true);
    writeKey(RELOADED_KEY, "1", "session");
    await loadNewest();
  };
  const goBack = async () => {
    setPending(true);
    writeKey(RELOADED_KEY, null, "session");
    await (await loadSync()).downgradeStore();
    setPending(false);
  };
  if (!reloaded) {
    return (
      <Caution
        action={
          <Button size="sm" pending={pending} onClick={() => void reload()}>
            <Trans>Reload</Trans>
          </Button>
        }
      >
        {t(failureText({ type: "outdated" }))}
      </Caution>
    );
  }
  return (
    <Caution
      title={<Trans>The data on this device is from a newer version of Betaflock</Trans>}
      action={
        <Button size="sm" pending={pending} onClick={() => void goBack()}>
          <Trans>Continue with this version</Trans>
        </Button>
      }
    >
      <Trans>
        The server has gone back to an earlier version. Your data can be converted for it: unsent changes are kept, and
        the rest is downloaded again.
      </Trans>
    </Caution>
  );
}
