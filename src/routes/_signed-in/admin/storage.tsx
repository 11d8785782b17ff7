import { createFileRoute } from "@tanstack/react-router";
import { storageSearch } from "#features/files/search.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/storage")({
  validateSearch: storageSearch,
  ...screen("admin", () => import("#features/files/screens/file-storage/all-storage.tsx"), "AllStorage"),
});
