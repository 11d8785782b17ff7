import { createFileRoute, redirect } from "@tanstack/react-router";
import { isShortCode } from "#sync/schema/short-codes.ts";
import { personReady } from "../../state/session.ts";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/_store/tests/$campaignId")({
  beforeLoad: async ({ params }) => {
    const person = await personReady();
    // The page itself resolves a short code and redirects testers.
    if (person?.role === "tester" && !isShortCode(params.campaignId))
      throw redirect({ to: "/tester/tests/$campaignId", params, replace: true });
    if (person || document.documentElement.dataset.drawn === undefined) return;
    // A sketch stays until the test is here.
    const [{ prefetchAsVisitor }, { readTest }] = await Promise.all([
      import("../../state/use-online-query.ts"),
      import("#sync/schema/test-page.ts"),
    ]);
    await prefetchAsVisitor(readTest, { test_id: params.campaignId });
  },
  ...screen("store", () => import("../../features/public/screens/test-page/test-page.tsx"), "TestPage"),
});
