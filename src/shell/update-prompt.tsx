// Offers a new version when one is waiting. Never reloads by itself: somebody may be in the middle of a report.

import { msg } from "@lingui/core/macro";
import { useEffect } from "react";
import { loadNewest, watchForUpdates } from "../app-update.ts";
import { showToast } from "../components/toast.tsx";
import { translate } from "../i18n/i18n.ts";
import { reportError } from "../report.ts";

export function UpdatePrompt() {
  useEffect(() => {
    let takeAway: (() => void) | undefined;
    return watchForUpdates({
      onWaiting: () => {
        // Told again for a newer version: one toast.
        takeAway?.();
        takeAway = showToast({
          tone: "info",
          title: translate(msg`A new version is ready`),
          action: { label: translate(msg`Reload`), onSelect: () => void loadNewest() },
        });
      },
      onError: reportError,
    });
  }, []);
  return null;
}
