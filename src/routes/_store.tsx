import { createFileRoute } from "@tanstack/react-router";
import { mayBeSignedIn } from "../state/may-be-signed-in.ts";
import { sessionReady } from "../state/session.ts";
import { syncIfThere } from "../state/sync.ts";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { screen } from "./-screen.ts";

/** Public layout route; signed-in users stay in the shell. */
export const Route = createFileRoute("/_store")({
  beforeLoad: async ({ location }) => {
    if (mayBeSignedIn()) await sessionReady();
    // Visitors see the list and a test before session and database load; an app needs them.
    else if (!/^\/(apps\/?$|tests\/)/.test(location.pathname)) void syncIfThere();
  },
  pendingComponent: SpinnerPage,
  ...screen("storeHome", () => import("../shell/catalog-frame.tsx"), "CatalogFrame"),
});
