// Loads the app's files on a drawn page and recovers when they fail: a deploy removed them, or
// another response was cached in their place. Clears broken cache entries and reloads once per app
// version; after that shows a message and a button. Not part of the app's modules and with its own
// texts, because those may be missing.
(() => {
  const MARK = "recovered";
  const texts = {
    en: {
      broken: "Betaflock could not be loaded completely. Everything you typed is still on this device.",
      offline: "Betaflock could not be loaded because the server cannot be reached. Check your connection.",
      again: "Load again",
    },
    es: {
      broken: "Betaflock no se pudo cargar por completo. Todo lo que escribiste sigue en este dispositivo.",
      offline: "Betaflock no se pudo cargar porque no se puede conectar con el servidor. Revisa tu conexión.",
      again: "Cargar de nuevo",
    },
  };
  const root = document.documentElement;
  /** A drawn page defers the tags of the app's files (src/build/prerender.ts). */
  const later = document.getElementById("app-files");
  const tags = (selector) => [document, later?.content].flatMap((at) => [...(at?.querySelectorAll(selector) ?? [])]);
  const version = tags("script[type=module]")
    .map(({ src }) => src)
    .join(" ");
  const nameOf = (part) => part.src || part.href;
  let busy = false;
  /** Addresses of failed modules: those imported later have no tag. */
  const failed = new Set();
  const hasStarted = () => root.dataset.started !== undefined;

  /** True when the server itself answers, not a portal. The worker never serves its own script. */
  async function isServerThere() {
    const answer = await fetch("/sw.js", { cache: "no-store" }).catch(() => null);
    return answer?.ok === true && /javascript/.test(answer.headers.get("content-type") ?? "");
  }

  /** True once per version and tab. False without storage, where reloads could loop. */
  function mayReload() {
    try {
      if (sessionStorage.getItem(MARK) === version) return false;
      sessionStorage.setItem(MARK, version);
      return sessionStorage.getItem(MARK) === version;
    } catch {
      return false;
    }
  }

  /** @param {boolean} everything also entries that look intact; the worker fetches them again */
  async function clearKept(everything) {
    if (!("caches" in window)) return;
    for (const name of await caches.keys()) {
      if (!name.includes("-precache-")) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get("content-type") ?? "";
        const isPageInstead = /text\/html/.test(type) && !/(\.html|\/[^./]*)$/.test(new URL(request.url).pathname);
        if (everything || isPageInstead) await cache.delete(request);
      }
    }
  }

  async function activateWaiting() {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration?.waiting) return;
    const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    registration.waiting.postMessage({ type: "SKIP_WAITING" });
    await Promise.race([changed, new Promise((done) => setTimeout(done, 3_000))]);
  }

  /** Replaces entries of the browser's cache, which may hold an immutable page instead. */
  const fetchAgain = (urls) =>
    // Reads to the end: an unfinished response does not enter the browser's cache.
    Promise.allSettled(urls.map(async (url) => (await fetch(url, { cache: "reload" })).arrayBuffer()));

  async function clearAndReload(everything) {
    await clearKept(everything);
    await activateWaiting();
    const parts = tags("script[src], link[rel=stylesheet], link[rel=modulepreload]").map(nameOf);
    await fetchAgain([...parts, ...failed]);
    location.reload();
  }

  /** Parts that report their own failure and can be retried; a reload would interrupt the user. */
  const saysItself = /\/assets\/(dialog-box|leader-tasks)-/;

  function say(what) {
    document.getElementById("recover")?.remove();
    const words = texts[root.lang] ?? texts.en;
    const box = document.createElement("div");
    box.id = "recover";
    box.setAttribute("role", "alert");
    // The style sheet may be missing. System colours follow light and dark mode.
    box.style.cssText = `position:fixed; inset-inline:1rem; bottom:1rem; z-index:100; max-width:36rem; margin:0 auto;
      padding:1rem; border-radius:.75rem; border:1px solid GrayText; background:Canvas; color:CanvasText;
      font:1rem/1.5 system-ui,sans-serif`;
    const text = document.createElement("p");
    text.textContent = words[what];
    text.style.margin = "0 0 0.75rem";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.again;
    button.style.cssText = `padding:.625rem 1rem; min-height:2.75rem; border-radius:.5rem; border:1px solid ButtonBorder;
      background:ButtonFace; color:ButtonText; font:inherit; font-weight:600; cursor:pointer`;
    button.addEventListener("click", () => void loadAgain());
    box.append(text, button);
    document.body.append(box);
  }

  /**
   * Requested by the user: also replaces entries that look intact, but only if the server answers.
   */
  async function loadAgain() {
    if (await isServerThere()) await clearAndReload(true);
    else location.reload();
  }

  const isTyping = () => document.activeElement?.matches("input, textarea, select, [contenteditable]") === true;
  /** Resolves when the user is inactive: no field has the focus, or the page is hidden. */
  const atRest = () =>
    new Promise((rest) => {
      const look = () => {
        if (!isTyping() || document.visibilityState === "hidden") rest();
      };
      document.addEventListener("focusout", () => setTimeout(look));
      document.addEventListener("visibilitychange", look);
      look();
    });

  async function recover(urls = []) {
    for (const url of urls) failed.add(url);
    if (busy) return;
    busy = true;
    const there = await isServerThere();
    if (there && mayReload()) {
      if (hasStarted()) await atRest();
      await clearAndReload(false);
    } else {
      // A started page shows its own message at the missing part.
      if (!hasStarted()) say(there ? "broken" : "offline");
      busy = false;
    }
  }

  const isPart = (target) =>
    (target instanceof HTMLScriptElement && target.type === "module") ||
    (target instanceof HTMLLinkElement && target.relList.contains("stylesheet"));

  // Error events of elements do not bubble.
  window.addEventListener(
    "error",
    (event) => {
      if (isPart(event.target)) void recover([nameOf(event.target)]);
    },
    true,
  );
  // Mismatched scripts, or a missing first screen. An extension's script may fail, too, so this
  // acts only if the app does not start.
  const beforeStart = () => {
    if (!hasStarted()) setTimeout(() => (hasStarted() ? undefined : recover()), 3_000);
  };
  window.addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) beforeStart();
  });
  window.addEventListener("unhandledrejection", beforeStart);
  window.addEventListener("vite:preloadError", ({ payload }) => {
    const message = String(payload?.message ?? "");
    try {
      // The router would reload at once, before broken entries are cleared.
      sessionStorage.setItem(`tanstack_router_reload:${message}`, "1");
    } catch {
      // Storage is blocked: without the entry the router does not reload either.
    }
    const urls = message.match(/https?:\/\/\S+/g) ?? [];
    if (saysItself.test(message)) void clearKept(false).then(() => fetchAgain(urls));
    else void recover(urls);
  });
  window.addEventListener("betaflock:load-again", () => void loadAgain());
  // A style sheet may have failed before this script listened. WebKit runs the script while style
  // sheets are loading.
  const stylesheetsMissing = (isOver) => {
    for (const link of document.querySelectorAll("link[rel=stylesheet]"))
      if (link.sheet === null && isOver(link)) void recover([nameOf(link)]);
  };
  stylesheetsMissing((link) => performance.getEntriesByName(link.href).length > 0);
  window.addEventListener("load", () => stylesheetsMissing(() => true));

  /**
   * Waits for the first paint: on a slow connection the app's files would compete with style and
   * font, and on a slow phone its start would delay the paint.
   */
  function loadAfterPaint() {
    // Does nothing the second time.
    const load = () => document.head.append(later.content);
    const isDrawn = root.dataset.drawn && root.dataset.drawn !== "no" && document.visibilityState === "visible";
    if (!isDrawn || !PerformanceObserver.supportedEntryTypes?.includes("paint")) return load();
    // The very first paint may be of an empty page.
    const look = (list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) load();
    };
    new PerformanceObserver(look).observe({ type: "paint", buffered: true });
    // A hidden page is not painted.
    document.addEventListener("visibilitychange", load);
    setTimeout(load, 5_000);
  }
  if (later) loadAfterPaint();
})();
