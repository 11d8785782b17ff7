// The title and navigation of the account settings' pages.
import { Trans, useLingui } from "@lingui/react/macro";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { PageHeader } from "#ui/page-header.tsx";

function NavAnchor(props: ComponentProps<"a">) {
  return (
    <a
      {...props}
      className="-mb-px inline-flex min-h-11 shrink-0 items-center rounded-t-md border-transparent border-b-2 px-3 font-semibold text-muted text-sm hover:border-line-strong hover:text-text focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:text-text"
    />
  );
}
const NavLink = createLink(NavAnchor);

export function AccountFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Account Settings`} />
      <nav
        aria-label={t`Account Settings`}
        className="-mx-4 flex gap-1 overflow-x-auto border-line border-b px-4 md:mx-0 md:flex-wrap md:px-0"
      >
        <NavLink to="/account" activeOptions={{ exact: true }}>
          <Trans>Account</Trans>
        </NavLink>
        <NavLink to="/account/$section" params={{ section: "notifications" }}>
          <Trans>Notifications</Trans>
        </NavLink>
        <NavLink to="/account/$section" params={{ section: "sign-in" }}>
          <Trans>Password and sessions</Trans>
        </NavLink>
        <NavLink to="/account/security">
          <Trans>Two-step verification</Trans>
        </NavLink>
        <NavLink to="/account/$section" params={{ section: "data" }}>
          <Trans>App and data</Trans>
        </NavLink>
      </nav>
      {/* Hides the sections below one whose height is unknown, to avoid layout shifts. */}
      <div className="flex max-w-3xl flex-col divide-y divide-line [&>[data-waits]~*]:invisible">{children}</div>
    </>
  );
}
