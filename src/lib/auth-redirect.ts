// Links in e-mails and a provider's way back carry a session (or what went wrong) in the address.
// Where the auth service sends them to the site's root, its default, they are taken on to the page
// that knows what to do with them.

export function followAuthRedirect(): void {
  const { pathname, hash } = window.location;
  if (pathname === "/reset-password" || pathname === "/auth/callback") return;
  const told = new URLSearchParams(hash.slice(1));
  if (!told.has("refresh_token") && !told.has("error_code")) return;
  // An invited person has no password yet.
  const to = ["recovery", "invite"].includes(told.get("type") ?? "") ? "/reset-password" : "/auth/callback";
  window.history.replaceState(null, "", `${to}${hash}`);
}
