import { createRoute } from "@tanstack/react-router";
import { requireRole } from "../guard.ts";
import { signedInRoute } from "../signed-in.tsx";
import { withTexts } from "../texts.ts";

export const testerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/tester",
  beforeLoad: ({ context, cause }) => requireRole("tester", context.person, cause === "preload"),
  ...withTexts("tester"),
});
