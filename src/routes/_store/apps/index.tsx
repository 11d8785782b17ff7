import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { storeSearch } from "../../../features/catalog/search.ts";

export const Route = createFileRoute("/_store/apps/")({
  validateSearch: storeSearch,
  component: lazyRouteComponent(() => import("../../../features/catalog/screens/app-store/app-store.tsx"), "AppStore"),
});
