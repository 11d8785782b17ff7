// The service worker from the page's side: registers it, detects newer versions, activates them.
// Without Workbox's window module, which stops listening after the first update that is found more
// than a minute after the start.
import { afterStart } from "./after-start.ts";

const CHECK_MS = 60 * 60 * 1000;
/** A worker that should take over does so at once, or something is wrong with it. */
const TAKEOVER_MS = 10_000;

const workers = () => (import.meta.env.PROD && "serviceWorker" in navigator ? navigator.serviceWorker : null);

interface Watch {
  /** A newer version is installed and waiting. Called again for a still newer one. */
  onWaiting: () => void;
  onError: (error: unknown) => void;
}

/** @returns stops watching */
export function watchForUpdates({ onWaiting, onError }: Watch): () => void {
  const container = workers();
  if (!container) return () => undefined;
  const ending = new AbortController();
  const { signal } = ending;
  // The first worker of a page: nothing changes for it.
  let controlled = container.controller !== null;
  container.addEventListener(
    "controllerchange",
    () => {
      // Another tab has activated the newer version, whose worker has no files of this page.
      if (controlled) void whenAtRest(signal).then(() => window.location.reload());
      controlled = true;
    },
    { signal },
  );
  container.addEventListener(
    "message",
    ({ data, ports }: MessageEvent<{ type?: string } | null>) => {
      if (data?.type === "ALIVE") ports[0]?.postMessage(true);
    },
    { signal },
  );
  const watchRegistration = (registration: ServiceWorkerRegistration) => {
    const watch = (worker: ServiceWorker | null) =>
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed" && container.controller !== null && !signal.aborted) onWaiting();
      });
    if (signal.aborted) return;
    if (registration.waiting && container.controller !== null) onWaiting();
    watch(registration.installing);
    registration.addEventListener("updatefound", () => watch(registration.installing), { signal });
    registration.active?.postMessage({ type: "COMPLETE" });
    // An installed app may stay open for weeks.
    const check = () => {
      if (document.visibilityState === "visible" && navigator.onLine) registration.update().catch(() => undefined);
    };
    const timer = setInterval(check, CHECK_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
    document.addEventListener("visibilitychange", check, { signal });
  };
  const register = () => void container.register("/sw.js").then(watchRegistration).catch(onError);
  // The first worker fetches the whole app, which would make the first page slow.
  if (controlled) register();
  else {
    const cancel = afterStart(() => {
      if (navigator.onLine) register();
      else window.addEventListener("online", register, { once: true, signal });
    });
    signal.addEventListener("abort", cancel);
  }
  return () => ending.abort();
}

/**
 * Reloads with the newest version on the server. A reload alone would not do: a newer worker waits
 * until it is activated.
 */
export async function loadNewest(): Promise<void> {
  const container = workers();
  const registration = await container?.getRegistration();
  if (container && registration) {
    await registration.update().catch(() => undefined);
    const next = await installed(registration);
    if (next) {
      const taken = new Promise((done) => container.addEventListener("controllerchange", done, { once: true }));
      next.postMessage({ type: "SKIP_WAITING" });
      await Promise.race([taken, new Promise((done) => setTimeout(done, TAKEOVER_MS))]);
    }
  }
  window.location.reload();
}

/** The waiting version; waits for one that is still installing. */
function installed(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const { installing } = registration;
  if (!installing) return Promise.resolve(registration.waiting);
  return new Promise((done) => {
    installing.addEventListener("statechange", () => {
      if (installing.state !== "installing") done(registration.waiting);
    });
  });
}

const isTyping = () => document.activeElement?.matches("input, textarea, select, [contenteditable]") === true;

/** The person is not typing: no field has the focus, or the page is hidden. */
function whenAtRest(signal: AbortSignal): Promise<void> {
  return new Promise((rest) => {
    const look = () => {
      if (isTyping() && document.visibilityState === "visible") return;
      document.removeEventListener("focusout", later);
      document.removeEventListener("visibilitychange", look);
      if (!signal.aborted) rest();
    };
    const later = () => setTimeout(look);
    document.addEventListener("focusout", later);
    document.addEventListener("visibilitychange", look);
    look();
  });
}
