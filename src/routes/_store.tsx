import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sessionReady } from "../state/session.ts";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { withTexts } from "./-texts.ts";

/** Pathless: public; signed-in people stay in the shell. */
export const Route = createFileRoute("/_store")({
  beforeLoad: async () => {
    await sessionReady();
  },
  ...withTexts("store"),
  pendingComponent: SpinnerPage,
  component: lazyRouteComponent(() => import("../shell/catalog-frame.tsx"), "CatalogFrame"),
});
