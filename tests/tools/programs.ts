// Finds or installs test dependencies that npm lacks: a browser and PostgreSQL. Uses apt-get as
// root, or Playwright's browser, or else prints instructions. Never skips a test.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";

/**
 * The address bar of desktop Chromium loads a page of 400 files with each context's first page,
 * which costs as much CPU as the app's own start.
 */
export const addressBarFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxAimPopup",
  "PreloadTopChromeWebUI",
];

/** Features that Playwright 1.65 disables: our switch overrides Playwright's. */
const playwrightFeatures = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin", "OptimizationHints", "AimEnabled"],
  ...["NetworkTimeServiceQuerying", "PreconnectToSearch"],
];

/**
 * With it, a tab closed during a navigation may stay open forever, and so does the call that
 * closes it: https://issues.chromium.org/issues/536385539.
 */
const brokenFeatures = ["RenderDocument"];

/** Flags that Chromium needs in a container, and flags against telemetry and background work. */
export const chromiumArgs = [
  `--disable-features=${[...playwrightFeatures, ...addressBarFeatures, ...brokenFeatures]}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function findChromium(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    chromium.executablePath(),
  ];
  return candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
}

export function findFirefox(): string | undefined {
  const candidates = [
    process.env.FIREFOX_PATH,
    "/usr/bin/firefox-esr",
    "/usr/bin/firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
  ];
  return candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
}

/** Finds WebKitGTK's driver, a browser for it, and the display that both need. */
export function findWebKit(): { driver: string; browser: string; display: string } | undefined {
  const libraries = existsSync("/usr/lib") ? readdirSync("/usr/lib").filter((name) => name.endsWith("-linux-gnu")) : [];
  const browsers = libraries.flatMap((name) =>
    ["4.1", "4.0"].map((version) => join("/usr/lib", name, `webkit2gtk-${version}`, "MiniBrowser")),
  );
  const browser = browsers.find((path) => existsSync(path));
  const [driver, display] = ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"];
  return browser && existsSync(driver) && existsSync(display) ? { driver, browser, display } : undefined;
}

export function findPostgres(): string | undefined {
  const config = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" });
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    process.env.POSTGRES_BIN,
    config.status === 0 ? config.stdout.trim() : undefined,
    ...versions.map((v) => join(debian, v, "bin")),
    "/opt/homebrew/opt/postgresql@17/bin",
    "/usr/local/opt/postgresql@17/bin",
  ];
  return candidates.find((dir) => dir !== undefined && existsSync(join(dir, "initdb")));
}

/** Finds a system program, including those in sbin. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? "").split(":"), "/usr/sbin"].map((dir) => join(dir, name)).find((path) => existsSync(path));

const mayInstall = () =>
  process.platform === "linux" && process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;

function aptInstall(...packages: string[]): boolean {
  process.stderr.write(`Installing ${packages.join(", ")} with apt-get …\n`);
  // Runlevel 1: installed packages start no services.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  spawnSync("apt-get", ["update", "-q"], { env, stdio: "ignore" });
  return (
    spawnSync("apt-get", ["install", "-yq", "--no-install-recommends", ...packages], { env, stdio: "inherit" })
      .status === 0
  );
}

/** Installs another browser engine if possible; its stories are skipped without it. */
export function ensureEngine(name: "firefox" | "webkit"): void {
  if (name === "firefox" && !findFirefox() && mayInstall()) aptInstall("firefox-esr");
  if (name === "webkit" && !findWebKit() && mayInstall()) aptInstall("webkit2gtk-driver", "xvfb");
}

/** Installs proxies for the tests of docs/proxies, which are skipped without them. */
export function ensureProxies(): void {
  const missing = ["nginx", "caddy", "openssl"].filter((name) => !findProgram(name));
  if (missing.length > 0 && mayInstall())
    aptInstall(...missing.map((name) => (name === "nginx" ? "nginx-light" : name)));
}

/**
 * Installs a font with Arial's metrics, which pages use until their own has loaded
 * (src/fonts.css).
 */
function ensureFont(): void {
  if (process.platform !== "linux") return;
  const found = spawnSync("fc-match", ["Arial"], { encoding: "utf8" }).stdout ?? "";
  if (!/Arial|Liberation|Helvetica/.test(found) && mayInstall()) aptInstall("fonts-liberation", "fontconfig");
}

/** @returns missing programs and how to get them */
export function ensurePrograms(): string[] {
  const missing: string[] = [];
  ensureFont();
  if (!findChromium()) {
    const installed =
      (mayInstall() && aptInstall("chromium")) ||
      spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" }).status === 0;
    if (!installed || !findChromium()) {
      missing.push(
        "No Chromium found. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROMIUM_PATH.",
      );
    }
  }
  if (!findPostgres()) {
    const installed = mayInstall() && aptInstall("postgresql");
    if (!installed || !findPostgres()) {
      missing.push(
        "No PostgreSQL found. Install it (Debian: apt-get install postgresql; macOS: brew install postgresql@17) or set POSTGRES_BIN to its bin folder.",
      );
    }
  }
  return missing;
}
