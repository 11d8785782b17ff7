import { createRoute } from "@tanstack/react-router";
import { requireRole } from "../guard.ts";
import { signedInRoute } from "../signed-in.tsx";
import { withTexts } from "../texts.ts";

export const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin",
  beforeLoad: ({ context, cause }) => requireRole("admin", context.person, cause === "preload"),
  ...withTexts("admin"),
});
