import { createFileRoute } from "@tanstack/react-router";
import { searchParams, text } from "../../lib/search-params.ts";
import { screen } from "../-screen.ts";

/** Target of a build's QR code, for signed-in users and visitors. */
export const Route = createFileRoute("/_store/b/$releaseId")({
  /** Id of an iPhone that was just added. */
  validateSearch: searchParams({ device: text }),
  ...screen("store", () => import("../../features/catalog/screens/build-page/build-page.tsx"), "BuildPageScreen"),
});
