import { createFileRoute } from "@tanstack/react-router";
import { flag, searchParams } from "#lib/search-params.ts";
import { screen } from "../../-screen.ts";

/** Opened by the service worker after a share. */
export const Route = createFileRoute("/_signed-in/tester/share")({
  validateSearch: searchParams({
    /** The device had no space left for the shared files. */
    full: flag,
  }),
  ...screen("tester", () => import("#features/reports/screens/share/share.tsx"), "Share"),
});
