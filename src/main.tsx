import { i18n } from "@lingui/core";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { activateLocale, startLocale } from "./i18n/i18n.ts";
import { followAuthRedirect } from "./lib/auth-redirect.ts";
import { reportError } from "./lib/error-log.ts";
import { closeConnectionsOnLeave } from "./lib/leave-page.ts";
import { trackUnsavedInput } from "./lib/unsaved-input.ts";
import { createAppRouter } from "./router.ts";
import { sendWaitingContact } from "./state/contact.ts";
import { watchInstall } from "./state/install.ts";
import { prepareDevice } from "./state/prepare-device.ts";
import { currentSite, refreshSite } from "./state/site-settings.ts";
import "./theme.css";

window.addEventListener("error", (event) => reportError(event.error ?? event.message));
window.addEventListener("unhandledrejection", (event) => reportError(event.reason));
// A page that shows a text which none of its parts brought along (build/texts.ts).
// What a server said in its own words passes through as it is: such an id is no text of ours.
i18n.on("missing", ({ id }) => {
  if (/^[\w+/-]{6}$/.test(id)) window.reportError(new Error(`No text ${id}`));
});
closeConnectionsOnLeave();
followAuthRedirect();
trackUnsavedInput();
watchInstall();

/**
 * What the page shows has been painted. A page in the background paints nothing, and is not waited
 * for.
 */
const painted = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, document.visibilityState === "hidden" ? 0 : 1000);
  });

/**
 * Never awaited while this module is evaluated: the screens' modules import from the same file, and
 * would wait for it for ever.
 */
async function begin(root: HTMLElement): Promise<void> {
  // The catalogue first: a page drawn before it would show message ids.
  const site = currentSite();
  await Promise.all([activateLocale(startLocale(site.language, site.multilingual)), prepareDevice()]);
  const router = createAppRouter();
  const app = <App router={router} />;
  const told = { onCaughtError: reportError, onUncaughtError: reportError };
  const { dataset } = document.documentElement;
  if (dataset.drawn === window.location.pathname) {
    // What stands there already was drawn at build time: it stays, and comes to life; or the first
    // picture takes its place.
    const sketch = dataset.sketch !== undefined;
    if (sketch) await painted();
    await router.load();
    if (sketch) createRoot(root, told).render(app);
    else hydrateRoot(root, app, { ...told, onRecoverableError: reportError });
  } else {
    root.replaceChildren();
    createRoot(root, told).render(app);
  }
  delete dataset.drawn;
  // For public/recover.js: from here on the app says itself what is missing.
  dataset.started = "";
  void refreshSite();
  void sendWaitingContact();
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void begin(root);
