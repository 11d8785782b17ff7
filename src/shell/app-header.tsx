import { Link } from "@tanstack/react-router";
import { useKeepLanguage } from "../features/account/use-sync-language.ts";
import { LanguageSwitch } from "../features/site/widgets/language-switch.tsx";
import { Mark, OwnLogo } from "../features/site/widgets/logo.tsx";
import { homeOf, type Person } from "../state/session.ts";
import { Bell } from "./bell.tsx";
import { SearchButton } from "./search-button.tsx";
import { SyncBadge } from "./sync-badge.tsx";

export function AppHeader({ person }: { person: Person }) {
  const keepLanguage = useKeepLanguage(person);
  return (
    <header
      data-print="hide"
      data-stays=""
      className="sticky top-0 z-20 border-line border-b bg-raised/95 backdrop-blur-sm"
    >
      <div className="page flex h-14 items-center gap-1 md:gap-4">
        <Link to={homeOf(person.role)} className="flex items-center min-w-8 gap-2.5 rounded-md font-semibold lg:hidden">
          <OwnLogo>
            <Mark className="size-8" />
            <span className="whitespace-nowrap max-[26rem]:sr-only">Betaflock</span>
          </OwnLogo>
        </Link>
        <SearchButton />
        <div className="-me-2 ms-auto flex min-w-0 items-center gap-1 md:shrink-0 md:gap-3">
          {/* First, because its width varies: it grows into the free space before it. */}
          <SyncBadge />
          <LanguageSwitch onChoose={keepLanguage} compact />
          <Bell />
        </div>
      </div>
    </header>
  );
}
