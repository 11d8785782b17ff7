import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sessionReady } from "../../state/session.ts";
import { SpinnerPage } from "../../ui/spinner-page.tsx";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

/** Pathless: public; signed-in people stay in the shell. */
export const storeRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "store",
  beforeLoad: async () => {
    await sessionReady();
  },
  ...withTexts("store"),
  pendingComponent: SpinnerPage,
  component: lazyRouteComponent(() => import("../../shell/catalog-frame.tsx"), "CatalogFrame"),
});
