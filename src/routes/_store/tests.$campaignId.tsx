import { createFileRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { isShortCode } from "#sync/schema/short-codes.ts";
import { personReady } from "../../state/session.ts";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/_store/tests/$campaignId")({
  beforeLoad: async ({ params }) => {
    // The page itself resolves a short code and redirects testers.
    if (isShortCode(params.campaignId)) return;
    const person = await personReady();
    if (person?.role === "tester") throw redirect({ to: "/tester/tests/$campaignId", params, replace: true });
  },
  ...withTexts("store"),
  component: lazyRouteComponent(() => import("../../features/public/screens/test-page/test-page.tsx"), "TestPage"),
});
