import { createFileRoute } from "@tanstack/react-router";
import { storageSearch } from "#features/files/search.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/developer/storage")({
  validateSearch: storageSearch,
  ...screen("developer", () => import("#features/files/screens/file-storage/file-storage.tsx"), "FileStorage"),
});
