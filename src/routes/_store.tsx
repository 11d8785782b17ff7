import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { mayBeSignedIn } from "../state/may-be-signed-in.ts";
import { sessionReady } from "../state/session.ts";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { withTexts } from "./-texts.ts";

/** Public layout route; signed-in users stay in the shell. */
export const Route = createFileRoute("/_store")({
  beforeLoad: async () => {
    // Visitors see the list before session and database load.
    if (mayBeSignedIn()) await sessionReady();
  },
  ...withTexts("storeHome"),
  pendingComponent: SpinnerPage,
  component: lazyRouteComponent(() => import("../shell/catalog-frame.tsx"), "CatalogFrame"),
});
