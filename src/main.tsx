import { i18n } from "@lingui/core";
import { type ReactNode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { activateLocale, startLocale } from "./i18n/i18n.ts";
import { followAuthRedirect } from "./lib/auth-redirect.ts";
import { reportError } from "./lib/error-log.ts";
import { keepFocusInView } from "./lib/keep-focus-in-view.ts";
import { keepPlace } from "./lib/keep-place.ts";
import { closeConnectionsOnLeave } from "./lib/leave-page.ts";
import { trackUnsavedInput } from "./lib/unsaved-input.ts";
import { createAppRouter } from "./router.ts";
import { followOtherTabs } from "./shell/follow-other-tabs.ts";
import { followServerClock } from "./state/clock.ts";
import { sendPendingContact } from "./state/contact.ts";
import { watchInstall } from "./state/install.ts";
import { ownTask } from "./state/own-task.ts";
import { prepareDevice } from "./state/prepare-device.ts";
import { currentSite, refreshSite } from "./state/site-settings.ts";
import "./theme.css";

window.addEventListener("error", (event) => reportError(event.error ?? event.message));
window.addEventListener("unhandledrejection", (event) => reportError(event.reason));
// A page shows a text that none of its parts loaded (build/texts.ts). Server messages pass through
// unchanged: such an id is no text of ours.
i18n.on("missing", ({ id }) => {
  if (/^[\w+/-]{6}$/.test(id)) window.reportError(new Error(`No text ${id}`));
});
followServerClock();
closeConnectionsOnLeave();
followAuthRedirect();
trackUnsavedInput();
keepFocusInView();
watchInstall();
followOtherTabs();

interface FirstDrawingProps {
  onDone: () => void;
  children: ReactNode;
}

function FirstDrawing({ onDone, children }: FirstDrawingProps) {
  useEffect(onDone, [onDone]);
  return children;
}

/**
 * Never awaited during module evaluation: the screens' modules import from the same file and would
 * wait for ever.
 */
async function begin(root: HTMLElement): Promise<void> {
  // The catalogue first: without it, the page would show message ids.
  const site = currentSite();
  await Promise.all([activateLocale(startLocale(site.language, site.multilingual)), prepareDevice()]);
  const router = createAppRouter();
  await ownTask();
  keepPlace(router);
  const told = { onCaughtError: reportError, onUncaughtError: reportError };
  const { dataset } = document.documentElement;
  /** In steps: whoever presses or scrolls meanwhile does not wait for the whole page. */
  const draw = (first: (app: ReactNode) => void) =>
    new Promise<void>((done) => {
      startTransition(() =>
        first(
          <FirstDrawing onDone={done}>
            <App router={router} />
          </FirstDrawing>,
        ),
      );
    });
  if (dataset.drawn === window.location.pathname) {
    // Prerendered: hydrates it; a sketch is replaced by the first render.
    await router.load();
    const sketch = dataset.sketch !== undefined;
    for (const control of sketch ? [] : root.querySelectorAll("[data-waits]")) {
      control.removeAttribute("disabled");
      control.removeAttribute("data-waits");
    }
    await draw((app) => {
      if (sketch) createRoot(root, told).render(app);
      else hydrateRoot(root, app, { ...told, onRecoverableError: reportError });
    });
  } else {
    root.replaceChildren();
    // What is hidden takes no focus.
    delete dataset.drawn;
    await draw((app) => createRoot(root, told).render(app));
  }
  delete dataset.drawn;
  // For public/recover.js: from here on the app reports problems itself.
  dataset.started = "";
  void refreshSite();
  sendPendingContact().catch(reportError);
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
begin(root).catch(reportError);
