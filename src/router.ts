// The router. Screens load when they are first needed, or when a link to them is pointed at.
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { SpinnerPage } from "./components/spinner-page.tsx";
import { routeTree } from "./routes/tree.ts";
import { CrashScreen } from "./shell/crash-screen.tsx";

/** Where there is no browser: no window to scroll, no transition to see. */
interface WithoutBrowser {
  history: RouterHistory;
  origin: string;
  scrollRestoration: false;
  defaultViewTransition: false;
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
    // Between pages only: a transition for every letter typed into a filter would blink.
    defaultViewTransition: { types: ({ pathChanged }) => (pathChanged ? ["page"] : false) },
    ...instead,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
