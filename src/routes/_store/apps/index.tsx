import { createFileRoute } from "@tanstack/react-router";
import { storeRequest, storeSearch } from "#features/catalog/search.ts";
import { reportError } from "#lib/error-log.ts";
import { screen } from "../../-screen.ts";

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
  ...screen("storeHome", () => import("#features/catalog/screens/app-store/app-store.tsx"), "AppStore"),
});
