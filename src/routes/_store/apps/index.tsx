import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { storeSearch } from "../../../features/catalog/search.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_store/apps/")({
  validateSearch: storeSearch,
  ...withTexts("storeHome"),
  component: lazyRouteComponent(() => import("../../../features/catalog/screens/app-store/app-store.tsx"), "AppStore"),
});
