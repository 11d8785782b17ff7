import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { storeRequest, storeSearch } from "../../../features/catalog/search.ts";
import { reportError } from "../../../lib/error-log.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_store/apps/")({
  validateSearch: storeSearch,
  beforeLoad: ({ search, cause }) => {
    // The code is part of the screen's, which is loading.
    if (cause === "enter")
      import("../../../state/catalog.ts").then(
        ({ searchAhead }) => searchAhead("app", storeRequest(search)),
        reportError,
      );
  },
  ...withTexts("storeHome"),
  component: lazyRouteComponent(() => import("../../../features/catalog/screens/app-store/app-store.tsx"), "AppStore"),
});
