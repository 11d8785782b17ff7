// Before the first paint: the chosen theme and language and the admins' colours, or a dark page
// would flash white and a screen reader would start in the wrong language. Keys as in
// src/lib/constants.ts. And a visitor of a page for signed-in people is led to the login page at
// once, before the app is fetched that would lead there.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    // A code that the app does not have: the app corrects it when it starts.
    const language = localStorage.getItem("language");
    if (/^[a-z]{2}$/.test(language)) root.lang = language;
    const { pathname, search, hash } = location;
    const message = /refresh_token|error_code/.test(hash);
    const known = localStorage.getItem("betaflock-person") ?? sessionStorage.getItem("betaflock-person");
    // As src/routes/-guard.ts does, for the folders of src/routes/_signed-in.
    if (/^\/(account|admin|developer|notifications|tester)(\/|$)/.test(pathname) && !known && !message)
      location.replace(`/login?redirect=${encodeURIComponent(pathname + search + hash)}`);
    const query = new URLSearchParams(search);
    if (query.has("redirect")) root.dataset.led = "";
    const { css = {}, site = {} } = JSON.parse(localStorage.getItem("site") ?? "{}") ?? {};
    for (const name of Object.keys(css)) root.style.setProperty(name, css[name]);
    // The page was drawn at build time, as a first visitor finds it (src/build/prerender.ts).
    // Whoever has another language, a home here or an admins' choice before them, or followed a
    // link that leads on, must not see that one flash by: theirs is drawn by the app.
    const other =
      root.lang !== "en" ||
      root.dataset.theme ||
      localStorage.getItem("home") ||
      site.logo ||
      site.maintenance ||
      site.multilingual === false ||
      site.registration === false ||
      (site.language && site.language !== "en") ||
      message ||
      query.has("role") ||
      query.has("email") ||
      pathname !== root.dataset.drawn;
    if (root.dataset.drawn && other) root.dataset.drawn = "no";
  } catch {
    // Storage is blocked, or what is in it is not ours: the system's theme and English are what
    // remains.
    root.dataset.storage = "blocked";
  }
})();
