import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useKeepLanguage } from "../features/account/use-sync-language.ts";
import { LanguageSwitch } from "../features/account/widgets/language-switch.tsx";
import { Mark, OwnLogo } from "../features/public/widgets/logo.tsx";
import { homeOf, type Person } from "../state/session.ts";
import { Bell } from "./bell.tsx";
import { NavLink } from "./nav-link.tsx";
import { navigation } from "./navigation.ts";
import { SyncBadge } from "./sync-badge.tsx";

export function AppHeader({ person }: { person: Person }) {
  const { t } = useLingui();
  const { work } = navigation[person.role];
  const keepLanguage = useKeepLanguage(person);
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-raised/95 backdrop-blur-sm">
      <div className="page flex h-14 items-center gap-4 max-[22.5rem]:gap-1">
        <Link to={homeOf(person.role)} className="flex items-center min-w-8 gap-2.5 rounded-md font-semibold md:hidden">
          <OwnLogo>
            <Mark className="size-8" />
            <span className="whitespace-nowrap max-[32rem]:sr-only">Betaflock</span>
          </OwnLogo>
        </Link>
        {work.length > 0 && (
          <nav aria-label={t`My work`} className="hidden gap-5 md:flex">
            {work.map((item) => (
              <NavLink key={item.to} item={item} look="head" />
            ))}
          </nav>
        )}
        <div className="ms-auto flex min-w-0 items-center gap-1 md:gap-3">
          <LanguageSwitch onChoose={keepLanguage} />
          <Bell />
          <SyncBadge />
        </div>
      </div>
    </header>
  );
}
