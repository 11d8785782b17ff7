import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { now } from "#lib/clock.ts";
import { aboutPages, contactPage } from "../pages.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

const linkClass =
  "inline-flex min-h-11 items-center rounded-sm underline-offset-4 hover:text-text hover:underline aria-[current]:text-text";
const pages = [{ to: "/apps", label: msg`App Store` } as const, ...aboutPages, contactPage];
const exact = { exact: true, includeSearch: false };

export function PublicFooter() {
  const { t } = useLingui();
  const year = new Date(now()).getFullYear();
  return (
    <footer className="border-line border-t">
      <div className="page flex flex-wrap items-center justify-between gap-4 py-6 text-muted text-sm">
        <p>
          <Trans>© {year} Betaflock. All rights reserved.</Trans>
        </p>
        <nav aria-label={t`Footer`} className="flex flex-wrap gap-x-5">
          {pages.map(({ to, label }) => (
            <Link key={to} to={to} activeOptions={exact} className={linkClass}>
              {t(label)}
            </Link>
          ))}
          <Link to="/login" search={{ role: "admin" }} className={linkClass}>
            <Trans>Admin Login</Trans>
          </Link>
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
