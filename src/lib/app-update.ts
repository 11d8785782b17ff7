// Registers the service worker, and detects and activates new versions. Does not use
// workbox-window, which stops listening after the first update found more than a minute after the
// start.
import { afterStart } from "./after-start.ts";

const CHECK_MS = 60 * 60 * 1000;
/** A worker takes over at once unless it is broken. */
const TAKEOVER_MS = 10_000;

const workers = () => (import.meta.env.PROD && "serviceWorker" in navigator ? navigator.serviceWorker : null);

interface Watch {
  /** Called for each new version that is installed and waiting. */
  onWaiting: () => void;
  onError: (error: unknown) => void;
}

/** @returns stops watching */
export function watchForUpdates({ onWaiting, onError }: Watch): () => void {
  const container = workers();
  if (!container) return () => undefined;
  const ending = new AbortController();
  const { signal } = ending;
  // The first worker of a page changes nothing for it.
  let controlled = container.controller !== null;
  container.addEventListener(
    "controllerchange",
    () => {
      // Another tab activated the new version, whose worker does not have this page's files.
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
  // The first worker downloads the whole app, which would slow down the first page.
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

/** Reloads with the newest version. A plain reload does not activate a waiting worker. */
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

/** The waiting worker, or the installing one once it is ready. */
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

/** Resolves when no field has the focus or the page is hidden. */
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
