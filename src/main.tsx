import { i18n } from "@lingui/core";
import { type ReactNode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { activateLocale, startLocale } from "./i18n/i18n.ts";
import { followAuthRedirect } from "./lib/auth-redirect.ts";
import { ignoreComposingKeys } from "./lib/composing-keys.ts";
import { repairLinks } from "./lib/damaged-link.ts";
import { reportError } from "./lib/error-log.ts";
import { keepFocusInView } from "./lib/keep-focus-in-view.ts";
import { keepPlace } from "./lib/keep-place.ts";
import { closeConnectionsOnLeave } from "./lib/leave-page.ts";
import { surviveTranslation } from "./lib/page-translation.ts";
import { rejectOtherDrops } from "./lib/reject-drops.ts";
import { trackUnsavedInput } from "./lib/unsaved-input.ts";
import { createAppRouter } from "./router.ts";
import { followOtherTabs } from "./shell/follow-other-tabs.ts";
import { followServerClock } from "./state/clock.ts";
import { sendPendingContact } from "./state/contact.ts";
import { watchInstall } from "./state/install.ts";
import { prepareDevice } from "./state/prepare-device.ts";
import { currentSite, refreshSite } from "./state/site-settings.ts";
import "./theme.css";

window.addEventListener("error", (event) => reportError(event.error ?? event.message));
window.addEventListener("unhandledrejection", (event) => reportError(event.reason));
// The page shows a text that none of its parts loaded (`build/texts.ts`).
i18n.on("missing", ({ id }) => window.reportError(new Error(`No text ${id}`)));
followServerClock();
closeConnectionsOnLeave();
repairLinks();
followAuthRedirect();
ignoreComposingKeys();
surviveTranslation();
rejectOtherDrops();
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

/** Do not await it at module level: the screens import from this module and would wait forever. */
async function begin(root: HTMLElement): Promise<void> {
  // Load the catalog first, or the page would show message ids.
  await Promise.all([activateLocale(startLocale(currentSite())), prepareDevice()]);
  const router = createAppRouter();
  keepPlace(router);
  const told = { onCaughtError: reportError, onUncaughtError: reportError };
  const { dataset } = document.documentElement;
  /** A transition handles input between its steps. */
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
    // Hydrate a prerendered page; the first render replaces a sketch.
    await router.load();
    const controls = root.querySelector("fieldset");
    await draw((app) => {
      if (!controls || dataset.sketch !== undefined) return createRoot(root, told).render(app);
      controls.disabled = false;
      hydrateRoot(controls, app, { ...told, onRecoverableError: reportError });
    });
  } else {
    root.replaceChildren();
    // Hidden elements cannot be focused.
    delete dataset.drawn;
    await draw((app) => createRoot(root, told).render(app));
  }
  delete dataset.drawn;
  // Tells `public/recover.js` that the app now handles errors.
  dataset.started = "";
  void refreshSite();
  sendPendingContact().catch(reportError);
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
begin(root).catch(reportError);
