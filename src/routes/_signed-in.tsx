import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { requirePerson } from "./-guard.ts";
import { withTexts } from "./-texts.ts";

export const Route = createFileRoute("/_signed-in")({
  beforeLoad: async ({ location }) => ({ person: await requirePerson(location.href) }),
  ...withTexts("frame"),
  pendingComponent: SpinnerPage,
  component: lazyRouteComponent(() => import("../shell/app-shell.tsx"), "AppShell"),
});
