// Loads the app's files on a page that is drawn already, and helps where they do not load: a deploy
// took them away, or something answered in their place and was kept. Clears what is broken and
// reloads once for each version of the app; after that a message and a button. Outside of the app's
// modules, since it is those that are missing. Texts stand here in both languages for the same
// reason.
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
  /** A drawn page holds the tags of the app's files back (src/build/prerender.ts). */
  const later = document.getElementById("app-files");
  const tags = (selector) => [document, later?.content].flatMap((at) => [...(at?.querySelectorAll(selector) ?? [])]);
  /** Which version of the app this page is. */
  const version = tags("script[type=module]")
    .map(({ src }) => src)
    .join(" ");
  let busy = false;
  /**
   * Addresses of modules that failed on this page: those that are imported later stand in no tag.
   */
  const failed = new Set();
  const hasStarted = () => root.dataset.started !== undefined;

  /** The server itself, and no portal in its place. The worker never answers for its own script. */
  async function isServerThere() {
    const answer = await fetch("/sw.js", { cache: "no-store" }).catch(() => null);
    return answer?.ok === true && /javascript/.test(answer.headers.get("content-type") ?? "");
  }

  /**
   * True once for each version and tab. Without storage never: it could not be kept from looping.
   */
  function mayReload() {
    try {
      if (sessionStorage.getItem(MARK) === version) return false;
      sessionStorage.setItem(MARK, version);
      return sessionStorage.getItem(MARK) === version;
    } catch {
      return false;
    }
  }

  const isPageInstead = (path, type) => !path.endsWith(".html") && path.includes(".") && /text\/html/.test(type);

  /** @param {boolean} everything also what looks whole; the worker fetches it again */
  async function clearKept(everything) {
    if (!("caches" in window)) return;
    for (const name of await caches.keys()) {
      if (!name.includes("-precache-")) continue;
      if (everything) await caches.delete(name);
      else {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const type = (await cache.match(request))?.headers.get("content-type") ?? "";
          if (isPageInstead(new URL(request.url).pathname, type)) await cache.delete(request);
        }
      }
    }
  }

  /** A newer version that waits for its turn gets it. */
  async function activateWaiting() {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration?.waiting) return;
    const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    registration.waiting.postMessage({ type: "SKIP_WAITING" });
    await Promise.race([changed, new Promise((done) => setTimeout(done, 3_000))]);
  }

  /** The browser's own cache may hold a page in their place, marked as immutable. */
  async function fetchAgain(urls) {
    const own = urls.filter((url) => new URL(url, location.href).origin === location.origin);
    // To its end: what is still on its way when the page goes does not come into that cache.
    const again = async (url) => (await fetch(url, { cache: "reload" })).arrayBuffer();
    await Promise.allSettled(own.map(again));
  }

  /** @param {string[]} urls of modules that failed, besides those that the page names */
  async function clearAndReload(everything, urls) {
    await clearKept(everything);
    await activateWaiting();
    for (const part of tags("script[src], link[rel=stylesheet], link[rel=modulepreload]"))
      urls.push(part.src ?? part.href);
    await fetchAgain(urls);
    location.reload();
  }

  /**
   * Parts that say themselves that they are missing and are asked for again: a reload would take
   * the page from under a hand.
   */
  const saysItself = /\/assets\/(dialog-box|leader-tasks)-/;

  function say(what) {
    document.getElementById("recover")?.remove();
    const words = texts[root.lang] ?? texts.en;
    const box = document.createElement("div");
    box.id = "recover";
    box.setAttribute("role", "alert");
    // The stylesheet may be among what is missing. The colours are the system's, which follow light
    // and dark.
    Object.assign(box.style, {
      ...{ position: "fixed", insetInline: "1rem", bottom: "1rem", zIndex: "100", maxWidth: "36rem", margin: "0 auto" },
      ...{ padding: "1rem", borderRadius: "0.75rem", border: "1px solid GrayText" },
      ...{ background: "Canvas", color: "CanvasText", font: "1rem/1.5 system-ui, sans-serif" },
    });
    const text = document.createElement("p");
    text.textContent = words[what];
    text.style.margin = "0 0 0.75rem";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.again;
    Object.assign(button.style, {
      ...{ padding: "0.625rem 1rem", minHeight: "2.75rem", borderRadius: "0.5rem", border: "1px solid ButtonBorder" },
      ...{ background: "ButtonFace", color: "ButtonText", font: "inherit", fontWeight: "600", cursor: "pointer" },
    });
    button.addEventListener("click", () => void loadAgain());
    box.append(text, button);
    document.body.append(box);
  }

  /**
   * Asked for by the person: also a copy that looks whole goes, but never without a server to fetch
   * it from.
   */
  async function loadAgain() {
    if (await isServerThere()) await clearAndReload(true, [...failed]);
    else location.reload();
  }

  const isTyping = () => document.activeElement?.matches("input, textarea, select, [contenteditable]") === true;
  /** Nobody's hands are on the page: no field has the focus, or the page is not looked at. */
  const atRest = () =>
    new Promise((rest) => {
      const look = () => {
        if (isTyping() && document.visibilityState === "visible") return;
        document.removeEventListener("focusout", later);
        document.removeEventListener("visibilitychange", look);
        rest();
      };
      const later = () => setTimeout(look);
      document.addEventListener("focusout", later);
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
      await clearAndReload(false, [...failed]);
    } else {
      // A page that has started says itself what is missing, where it is missing.
      if (!hasStarted()) say(there ? "broken" : "offline");
      busy = false;
    }
  }

  const isPart = (target) =>
    (target instanceof HTMLScriptElement && target.type === "module") ||
    (target instanceof HTMLLinkElement && target.relList.contains("stylesheet"));
  const nameOf = (part) => part.src || part.href;

  // Those of elements do not bubble.
  window.addEventListener(
    "error",
    (event) => {
      if (isPart(event.target)) void recover([nameOf(event.target)]);
    },
    true,
  );
  // Scripts that do not fit each other, or a first screen that is missing. Another's script (an
  // extension's) may fail too: only if the app does not start.
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
      // The router would reload at once, before what is broken is cleared.
      sessionStorage.setItem(`tanstack_router_reload:${message}`, "1");
    } catch {
      // Storage is blocked: it does not reload without it either.
    }
    const urls = message.match(/https?:\/\/\S+/g) ?? [];
    if (saysItself.test(message)) void clearKept(false).then(() => fetchAgain(urls));
    else void recover(urls);
  });
  window.addEventListener("betaflock:load-again", () => void loadAgain());
  // A stylesheet may have failed before this script listened. WebKit runs it while they are still
  // being fetched.
  const stylesheetsMissing = (isOver) => {
    for (const link of document.querySelectorAll("link[rel=stylesheet]"))
      if (link.sheet === null && isOver(link)) void recover([nameOf(link)]);
  };
  stylesheetsMissing((link) => performance.getEntriesByName(link.href).length > 0);
  window.addEventListener("load", () => stylesheetsMissing(() => true));

  /**
   * After the first paint: on a slow line the app's files would take bandwidth from the style and
   * the font, and on a slow phone its start would come before what is to be read.
   */
  function afterPaint(task) {
    let isDone = false;
    const once = () => {
      if (!isDone) task();
      isDone = true;
    };
    const isDrawn = root.dataset.drawn && root.dataset.drawn !== "no" && document.visibilityState === "visible";
    if (!isDrawn || !PerformanceObserver.supportedEntryTypes?.includes("paint")) return once();
    // The first paint of all may be of an empty page.
    const look = (list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) once();
    };
    new PerformanceObserver(look).observe({ type: "paint", buffered: true });
    // A page that goes out of sight is not painted.
    document.addEventListener("visibilitychange", once);
    setTimeout(once, 5_000);
  }
  if (later) afterPaint(() => document.head.append(later.content));
})();
