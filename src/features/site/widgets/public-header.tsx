import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { Wordmark } from "./logo.tsx";

export function PublicHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="page flex h-16 items-center justify-between gap-3">
      {/* On narrow screens the wordmark wraps to a clipped second line. */}
      <Link to="/" className="flex h-10 min-w-8 rounded-md">
        <Wordmark className="h-10 flex-wrap content-start overflow-hidden" />
      </Link>
      <div className="flex shrink-0 items-center gap-1 sm:gap-2">
        <LanguageSwitch compact />
        {children}
      </div>
    </header>
  );
}

interface FormLinkProps {
  /** Search parameters of the form: redirect target and address. */
  search?: { redirect?: string | undefined; email?: string | undefined };
  className?: string;
}

export const LogInLink = ({ search = {}, className }: FormLinkProps) => (
  <LinkButton to="/login" search={search} size="sm" variant="ghost" className={cx("whitespace-nowrap", className)}>
    <Trans>Log In</Trans>
  </LinkButton>
);

export const SignUpLink = ({ search = {} }: FormLinkProps) => (
  <LinkButton to="/register" search={search} size="sm" variant="primary" className="whitespace-nowrap">
    <Trans>Sign Up</Trans>
  </LinkButton>
);
