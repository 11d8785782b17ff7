import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { storageSearch } from "../../../features/files/search.ts";

export const Route = createFileRoute("/_signed-in/admin/storage")({
  validateSearch: storageSearch,
  component: lazyRouteComponent(
    () => import("../../../features/files/screens/file-storage/all-storage.tsx"),
    "AllStorage",
  ),
});
