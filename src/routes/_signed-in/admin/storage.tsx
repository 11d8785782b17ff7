import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { storageSearch } from "#features/files/search.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/storage")({
  validateSearch: storageSearch,
  ...withTexts("admin"),
  component: lazyRouteComponent(() => import("#features/files/screens/file-storage/all-storage.tsx"), "AllStorage"),
});
