// The router. Screens load on demand or when a link is hovered.
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { parseSearch, stringifySearch } from "./lib/search-params.ts";
import { routeTree } from "./route-tree.gen.ts";
import { CrashScreen } from "./shell/crash-screen.tsx";
import { SpinnerPage } from "./ui/spinner-page.tsx";

/** Prerendering has no window to scroll. */
interface WithoutBrowser {
  history: RouterHistory;
  origin: string;
  scrollRestoration: false;
}

export const createAppRouter = (instead?: WithoutBrowser) =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPendingComponent: SpinnerPage,
    defaultErrorComponent: CrashScreen,
    // Loaders fetch code, not rows, so nothing becomes stale.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    ...instead,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
