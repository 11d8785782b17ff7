import { createFileRoute } from "@tanstack/react-router";
import { requireRole } from "../../-guard.ts";

export const Route = createFileRoute("/_signed-in/developer")({
  beforeLoad: ({ context, cause }) => requireRole("developer", context.person, cause === "preload"),
});
