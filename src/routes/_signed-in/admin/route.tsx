import { createFileRoute } from "@tanstack/react-router";
import { requireRole } from "../../-guard.ts";

export const Route = createFileRoute("/_signed-in/admin")({
  beforeLoad: ({ context, cause }) => requireRole("admin", context.person, cause === "preload"),
});
