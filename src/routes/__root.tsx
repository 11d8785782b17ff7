import { createRootRoute } from "@tanstack/react-router";
import { AppFrame } from "../shell/app-frame.tsx";
import { CrashScreen } from "../shell/crash-screen.tsx";
import { NotFoundScreen } from "../shell/not-found-screen.tsx";

export const Route = createRootRoute({
  component: AppFrame,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
});
