import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(public)/privacy")({
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../features/public/screens/legal/privacy.tsx"), "Privacy"),
});
