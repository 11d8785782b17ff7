import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(public)/terms")({
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../features/public/screens/legal/terms.tsx"), "Terms"),
});
