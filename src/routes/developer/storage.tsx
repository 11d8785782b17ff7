import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { storageSearch } from "../storage-search.ts";
import { developerRoute } from "./layout.tsx";

export const developerStorageRoute = createRoute({
  getParentRoute: () => developerRoute,
  path: "/storage",
  validateSearch: storageSearch,
  component: lazyRouteComponent(
    () => import("../../features/files/screens/file-storage/file-storage.tsx"),
    "FileStorage",
  ),
});
