import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(public)/about")({
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../features/public/screens/about/about.tsx"), "About"),
});
