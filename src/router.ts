// The router. Screens load when they are first needed, or when a link to them is pointed at.
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { routeTree } from "./routes/tree.ts";
import { CrashScreen } from "./shell/crash-screen.tsx";
import { SpinnerPage } from "./ui/spinner-page.tsx";

/** Where there is no browser: no window to scroll. */
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
    // Rows come from the local store, not from loaders: there is nothing here that could be stale.
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
