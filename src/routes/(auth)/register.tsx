import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../lib/search-params.ts";
import { SpinnerPage } from "../../ui/spinner-page.tsx";
import { goHomeWhenSignedIn } from "../-guard.ts";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/register")({
  validateSearch: searchParams({
    role: v.picklist(["tester", "developer"]),
  }),
  beforeLoad: () => goHomeWhenSignedIn(),
  pendingComponent: SpinnerPage,
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/register.tsx"), "Register"),
});
