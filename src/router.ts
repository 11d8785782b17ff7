// The router. Screens load when they are first needed, or when a link to them is hovered.
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { routeTree } from "./route-tree.gen.ts";
import { CrashScreen } from "./shell/crash-screen.tsx";
import { SpinnerPage } from "./ui/spinner-page.tsx";

/** Outside a browser there is no window to scroll. */
interface WithoutBrowser {
  history: RouterHistory;
  origin: string;
  scrollRestoration: false;
}

export const createAppRouter = (instead?: WithoutBrowser) =>
  createRouter({
    routeTree,
    defaultPreload: "intent",
    defaultPendingComponent: SpinnerPage,
    defaultErrorComponent: CrashScreen,
    // Rows come from the local database, not from loaders: nothing here can be stale.
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
