// Links in e-mails and OAuth redirects carry a session, or an error, in the address. The auth
// service sends them to the site's root by default: forwards them to the page that handles them.

export function followAuthRedirect(): void {
  const { pathname, hash } = window.location;
  if (pathname === "/reset-password" || pathname === "/auth/callback") return;
  const told = new URLSearchParams(hash.slice(1));
  if (!told.has("refresh_token") && !told.has("error_code")) return;
  // An invited person has no password yet.
  const to = ["recovery", "invite"].includes(told.get("type") ?? "") ? "/reset-password" : "/auth/callback";
  window.history.replaceState(null, "", `${to}${hash}`);
}
