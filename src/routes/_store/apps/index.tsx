import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { storeRequest, storeSearch } from "#features/catalog/search.ts";
import { reportError } from "#lib/error-log.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_store/apps/")({
  validateSearch: storeSearch,
  beforeLoad: ({ search, cause }) => {
    // Part of the screen's chunk, which is loading anyway.
    if (cause === "enter")
      import("#state/catalog.ts").then(
        ({ prefetchSearch }) => prefetchSearch("app", storeRequest(search)),
        reportError,
      );
  },
  ...withTexts("storeHome"),
  component: lazyRouteComponent(() => import("#features/catalog/screens/app-store/app-store.tsx"), "AppStore"),
});
