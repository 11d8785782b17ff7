import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { LogOutButton } from "../features/account/widgets/log-out-button.tsx";
import { OrganizationSwitcher } from "../features/organizations/widgets/organization-switcher.tsx";
import { Wordmark } from "../features/public/widgets/logo.tsx";
import { homeOf, type Person } from "../state/session.ts";
import { observeHeight } from "../ui/observe-height.ts";
import { AccountLink, HelpLinks } from "./account-link.tsx";
import { NavLink } from "./nav-link.tsx";
import { navigation } from "./navigation.ts";

const tellHeight = observeHeight("--side-foot-height");

/** Desktop only; the phone has the bar at the bottom. */
export function Sidebar({ person }: { person: Person }) {
  const { t } = useLingui();
  return (
    <aside
      data-sidebar=""
      className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-line border-e bg-raised md:flex"
    >
      <Link to={homeOf(person.role)} className="mx-3 flex h-14 items-center rounded-md px-2">
        <Wordmark />
      </Link>
      {person.role === "developer" && (
        <div className="px-3">
          <OrganizationSwitcher />
        </div>
      )}
      <nav aria-label={t`Main`} className="flex flex-1 flex-col gap-1 overflow-y-auto px-3 py-4">
        {navigation[person.role].main.map((item) => (
          <NavLink key={item.to} item={item} look="side" />
        ))}
      </nav>
      {/* Space for toasts (theme.css). */}
      <div className="h-(--toasts) shrink-0" />
      <div ref={tellHeight} className="flex flex-col gap-2 border-line border-t p-3">
        <AccountLink person={person} />
        <LogOutButton />
        <HelpLinks />
      </div>
    </aside>
  );
}
