import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { searchParams, text } from "../../lib/search-params.ts";
import { withTexts } from "../-texts.ts";

/** Where the QR code of a build leads, signed in or not. */
export const Route = createFileRoute("/_store/b/$releaseId")({
  /** An iPhone that has just been added: the server leads it back here. */
  validateSearch: searchParams({ device: text }),
  ...withTexts("store"),
  component: lazyRouteComponent(
    () => import("../../features/catalog/screens/build-page/build-page.tsx"),
    "BuildPageScreen",
  ),
});
