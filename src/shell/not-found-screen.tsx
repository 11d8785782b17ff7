import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { reportNotFound } from "../lib/error-log.ts";
import { LinkButton } from "../ui/button.tsx";
import { useTitle } from "../ui/use-title.ts";

export function NotFoundScreen() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  useTitle(t`Page not found`);
  useEffect(() => reportNotFound(pathname), [pathname]);
  return (
    <main id="main" tabIndex={-1} className="grid min-h-[80dvh] place-items-center p-6 text-center">
      <div className="flex flex-col items-center gap-3">
        <h1 className="font-semibold text-6xl text-accent tracking-tight">404</h1>
        <p className="text-lg">
          <Trans>Oops! Page not found</Trans>
        </p>
        <p className="max-w-md break-all text-muted text-sm">{pathname}</p>
        <LinkButton to="/" variant="primary" className="mt-3">
          <Trans>Return to Home</Trans>
        </LinkButton>
      </div>
    </main>
  );
}
