import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/")({
  component: lazyRouteComponent(() => import("../features/public/screens/landing/landing.tsx"), "Landing"),
});
