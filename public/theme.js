// Runs before the first paint: applies theme, language and the admins' colours, so that a dark page
// does not flash white and a screen reader starts in the right language. Keys as in
// src/lib/constants.ts. Also redirects signed-out visitors of protected pages to the login page
// before the app loads.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    // The app corrects an unknown code when it starts.
    const language = localStorage.getItem("language");
    if (/^[a-z]{2}$/.test(language)) root.lang = language;
    const { pathname, search, hash } = location;
    const message = /refresh_token|error_code/.test(hash);
    // A session without "remember me" ended with the browser, which deleted its key
    // (sync/auth/visit-key.ts).
    if (localStorage.getItem("betaflock-remember") === "no" && !/(^|; )betaflock-visit=./.test(document.cookie))
      for (const key of ["betaflock-remember", "betaflock-person", "betaflock-auth"]) localStorage.removeItem(key);
    const known = localStorage.getItem("betaflock-person") ?? sessionStorage.getItem("betaflock-person");
    // Same rule as src/routes/-guard.ts, for the folders of src/routes/_signed-in.
    if (/^\/(account|admin|developer|notifications|tester)(\/|$)/.test(pathname) && !known && !message)
      location.replace(`/login?redirect=${encodeURIComponent(pathname + search + hash)}`);
    const query = new URLSearchParams(search);
    if (query.has("redirect")) root.dataset.led = "";
    const { css = {}, site = {} } = JSON.parse(localStorage.getItem("site") ?? "{}") ?? {};
    for (const name of Object.keys(css)) root.style.setProperty(name, css[name]);
    // The page was drawn at build time for a first visitor (src/build/prerender.ts). Visitors with
    // another language, a session, an admins' setting or a redirecting link must not see it; the
    // app draws their page.
    const other =
      root.lang !== "en" ||
      root.dataset.theme ||
      localStorage.getItem("home") ||
      site.logo ||
      site.maintenance ||
      site.multilingual === false ||
      site.registration === false ||
      (site.language && site.language !== "en") ||
      (site.followsBrowser && !language && !navigator.language.startsWith("en")) ||
      message ||
      query.has("role") ||
      query.has("email") ||
      pathname !== root.dataset.drawn;
    if (root.dataset.drawn && other) root.dataset.drawn = "no";
  } catch {
    // Storage is blocked or has invalid content: uses the system's theme and English.
    root.dataset.storage = "blocked";
  }
})();
