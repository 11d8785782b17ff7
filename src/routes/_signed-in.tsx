import { createFileRoute } from "@tanstack/react-router";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { requirePerson } from "./-guard.ts";
import { screen } from "./-screen.ts";

export const Route = createFileRoute("/_signed-in")({
  beforeLoad: async ({ location }) => ({ person: await requirePerson(location.href) }),
  pendingComponent: SpinnerPage,
  ...screen("frame", () => import("../shell/app-shell.tsx"), "AppShell"),
});
