// Registers the service worker and offers a new version when one is waiting. Never reloads by itself: somebody may be
// in the middle of a report.

import { registerSW } from "virtual:pwa-register";
import { msg } from "@lingui/core/macro";
import { useEffect } from "react";
import { showToast } from "../components/toast.tsx";
import { translate } from "../i18n/i18n.ts";
import { reportError } from "../report.ts";

const CHECK_MS = 60 * 60 * 1000;

export function UpdatePrompt() {
  useEffect(() => {
    let registration: ServiceWorkerRegistration | undefined;
    let takeAway: (() => void) | undefined;
    const reload = registerSW({
      onNeedRefresh: () => {
        // Told more than once for the same version (installed, then waiting), and again for a newer one: one toast.
        takeAway?.();
        takeAway = showToast({
          tone: "info",
          title: translate(msg`A new version is ready`),
          action: { label: translate(msg`Reload`), onSelect: () => void reload(true) },
        });
      },
      onRegisteredSW: (_url, found) => {
        registration = found;
      },
      onRegisterError: reportError,
    });
    // An installed app may stay open for weeks.
    const check = () => {
      if (document.visibilityState === "visible" && navigator.onLine) registration?.update().catch(() => undefined);
    };
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, []);
  return null;
}
