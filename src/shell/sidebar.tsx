import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { LogOutButton } from "../features/account/widgets/log-out-button.tsx";
import { OrganizationSwitcher } from "../features/organizations/widgets/organization-switcher.tsx";
import { Wordmark } from "../features/site/widgets/logo.tsx";
import { homeOf, type Person } from "../state/session.ts";
import { useRootMark } from "../ui/root-marks.ts";
import { AccountLink, HelpLinks } from "./account-link.tsx";
import { NavLink, useCurrentPlace } from "./nav-link.tsx";
import { type NavItem, navigation } from "./navigation.ts";

/** For windows from 64rem; narrower ones have the bottom bar. */
export function Sidebar({ person }: { person: Person }) {
  useRootMark("sidebar");
  const { t } = useLingui();
  const moreId = useId();
  const { main, more, moreLabel } = navigation[person.role];
  const current = useCurrentPlace(person.role);
  const link = (item: NavItem) => <NavLink key={item.to} item={item} current={item === current} look="side" />;
  return (
    <aside data-stays="" className="fixed inset-y-0 start-0 z-20 flex w-60 flex-col border-line border-e bg-raised">
      <Link to={homeOf(person.role)} className="mx-3 flex h-14 shrink-0 items-center rounded-md px-2">
        <Wordmark />
      </Link>
      {person.role === "developer" && (
        <div className="px-3">
          <OrganizationSwitcher />
        </div>
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-3 py-3">
        <nav aria-label={t`Main`} className="flex flex-col gap-0.5">
          {main.map(link)}
        </nav>
        <nav aria-labelledby={moreId} className="flex flex-col gap-0.5">
          <h2 id={moreId} className="px-3 pb-1 font-medium text-muted text-xs">
            {t(moreLabel)}
          </h2>
          {more.map(link)}
        </nav>
      </div>
      <div className="flex flex-col gap-2 border-line border-t p-3">
        <AccountLink person={person} />
        <LogOutButton />
        <HelpLinks />
      </div>
    </aside>
  );
}
