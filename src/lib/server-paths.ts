// Paths that the server handles on the app's origin. The service worker ignores them; all others
// show the app.

/**
 * Matched against path and query. Not all of "/auth" and "/functions": /auth/callback is a page.
 * `tests/unit/src/server-paths.test.ts` compares them with the routes of app and server.
 */
export const serverPaths: RegExp[] = [
  /^\/(rest|auth|storage|realtime|functions)\/v1([/?]|$)/,
  /^\/(api|health|dev|sitemaps|\.well-known)([/?]|$)/,
  /^\/(sitemap\.xml|robots\.txt)(\?|$)/,
];
