// Offers a new version when one is waiting. Never reloads by itself: somebody may be in the middle
// of a report.
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { loadNewest, watchForUpdates } from "../lib/app-update.ts";
import { reportError } from "../lib/error-log.ts";
import { showToast } from "../ui/toast.tsx";

export function UpdatePrompt() {
  useEffect(() => {
    let takeAway: (() => void) | undefined;
    return watchForUpdates({
      onWaiting: () => {
        // A newer version still: replaces the toast.
        takeAway?.();
        takeAway = showToast({
          tone: "info",
          title: <Trans>A new version is ready</Trans>,
          action: { label: <Trans>Reload</Trans>, onSelect: () => void loadNewest() },
        });
      },
      onError: reportError,
    });
  }, []);
  return null;
}
