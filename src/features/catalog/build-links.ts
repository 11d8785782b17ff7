// Classifies and validates links to builds.
export type LinkKind = "testflight" | "play_testing" | "play_store" | "app_store" | "web";
type LinkProblem = "no_address" | "no_https" | "password";

export function linkKind({ hostname, pathname }: URL): LinkKind {
  if (hostname === "testflight.apple.com") return "testflight";
  if (hostname === "apps.apple.com" || hostname === "itunes.apple.com") return "app_store";
  if (hostname !== "play.google.com") return "web";
  if (/^\/apps\/(?:testing|internaltest|test)\//.test(pathname)) return "play_testing";
  return pathname.startsWith("/store/") ? "play_store" : "web";
}

/** Null if the link fits several platforms. */
export const platformOfLink: { readonly [K in LinkKind]: "android" | "ios" | null } = {
  testflight: "ios",
  app_store: "ios",
  play_testing: "android",
  play_store: "android",
  web: null,
};

/** Accepts only http and https, since other schemes could run a script. */
export function webAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : null;
}

const isThisDevice = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]";

/** The problem of a release's link, or null. */
export function linkProblem(text: string): LinkProblem | null {
  const url = webAddress(text.trim());
  // The URL parser accepts "https:example.com", the server does not.
  if (!url || !/^https?:\/\/[^/\s]/i.test(text.trim())) return "no_address";
  if (url.username !== "" || url.password !== "") return "password";
  return url.protocol === "https:" || isThisDevice(url.hostname) ? null : "no_https";
}
