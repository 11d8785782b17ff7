import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { storageSearch } from "#features/files/search.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/developer/storage")({
  validateSearch: storageSearch,
  ...withTexts("developer"),
  component: lazyRouteComponent(() => import("#features/files/screens/file-storage/file-storage.tsx"), "FileStorage"),
});
