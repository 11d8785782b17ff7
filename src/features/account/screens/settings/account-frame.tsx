// The title and navigation of the account settings' pages.
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { createLink, useLocation } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { rowFade, useScrollableRow } from "#ui/use-scrollable-row.ts";
import type { AccountSection } from "../../sections.ts";

const PageLink = createLink((props: ComponentProps<"a">) => (
  <a
    {...props}
    className="inline-flex min-h-11 shrink-0 items-center rounded-t-md border-transparent border-b-2 px-3 font-semibold text-muted text-sm hover:border-line-strong hover:text-text focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:text-text"
  />
));

const page = (section: AccountSection) => ({ to: "/account/$section", params: { section } }) as const;
const pages = [
  { path: "/account", link: { to: "/account" }, label: msg`Account` },
  { path: "/account/notifications", link: page("notifications"), label: msg`Notifications` },
  { path: "/account/sign-in", link: page("sign-in"), label: msg`Password and sessions` },
  { path: "/account/security", link: { to: "/account/security" }, label: msg`Two-step verification` },
  { path: "/account/data", link: page("data"), label: msg`App and data` },
] as const;

export function AccountFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const row = useScrollableRow(
    pages.findIndex(({ path }) => path === pathname),
    pages.length,
  );
  return (
    <>
      <PageHeader title={t`Account Settings`} />
      <nav aria-label={t`Account Settings`} className="-mx-4 border-line border-b md:mx-0">
        <div ref={row} className={cx("flex gap-1 overflow-x-auto px-4 md:px-0", rowFade)}>
          {pages.map(({ path, link, label }) => (
            <PageLink key={path} {...link} activeOptions={{ exact: true }}>
              {t(label)}
            </PageLink>
          ))}
        </div>
      </nav>
      {/* Hides the sections below one whose height is unknown, to avoid layout shifts. */}
      <div className="flex max-w-3xl flex-col divide-y divide-line [&>[data-waits]~*]:invisible">{children}</div>
    </>
  );
}
