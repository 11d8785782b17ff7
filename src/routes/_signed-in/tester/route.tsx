import { createFileRoute } from "@tanstack/react-router";
import { requireRole } from "../../-guard.ts";

export const Route = createFileRoute("/_signed-in/tester")({
  beforeLoad: ({ context, cause }) => requireRole("tester", context.person, cause === "preload"),
});
