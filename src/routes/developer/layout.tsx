import { createRoute } from "@tanstack/react-router";
import { requireRole } from "../guard.ts";
import { signedInRoute } from "../signed-in.tsx";
import { withTexts } from "../texts.ts";

export const developerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/developer",
  beforeLoad: ({ context, cause }) => requireRole("developer", context.person, cause === "preload"),
  ...withTexts("developer"),
});
