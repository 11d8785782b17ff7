import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { storageSearch } from "../storage-search.ts";
import { adminRoute } from "./layout.tsx";

export const adminStorageRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/storage",
  validateSearch: storageSearch,
  component: lazyRouteComponent(
    () => import("../../features/files/screens/file-storage/file-storage.tsx"),
    "FileStorage",
  ),
});
