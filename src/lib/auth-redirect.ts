// E-mail links and OAuth redirects carry a session or an error in the URL, and the auth service
// sends them to the root by default. Forwards them to the right page.

export function followAuthRedirect(): void {
  const { pathname, hash } = window.location;
  if (pathname === "/reset-password" || pathname === "/auth/callback") return;
  const params = new URLSearchParams(hash.slice(1));
  if (!params.has("refresh_token") && !params.has("error_code")) return;
  // Invited users have no password yet.
  const to = ["recovery", "invite"].includes(params.get("type") ?? "") ? "/reset-password" : "/auth/callback";
  window.history.replaceState(null, "", `${to}${hash}`);
}
