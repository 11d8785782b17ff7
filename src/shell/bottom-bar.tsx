// The navigation of phones and tablets: frequent entries, the others behind "More". Hidden while a
// form has a bar (`ui/form-bar.tsx`).
import { Trans, useLingui } from "@lingui/react/macro";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useKeepLanguage } from "../features/account/use-sync-language.ts";
import { LogOutButton } from "../features/account/widgets/log-out-button.tsx";
import { OrganizationSwitcher } from "../features/organizations/widgets/organization-switcher.tsx";
import { LanguageSwitch } from "../features/site/widgets/language-switch.tsx";
import { ThemeSwitch } from "../features/site/widgets/theme-switch.tsx";
import type { Person } from "../state/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { observeHeight } from "../ui/root-marks.ts";
import { AccountLink, HelpLinks } from "./account-link.tsx";
import { BarIcon, barLook, NavLink, useCurrentPlace } from "./nav-link.tsx";
import { itemsOf } from "./navigation.ts";

const observeOwnHeight = observeHeight("--bar-height");

export function BottomBar({ person }: { person: Person }) {
  const { t } = useLingui();
  const [more, setMore] = useState(false);
  const items = itemsOf(person.role);
  const current = useCurrentPlace(person.role);
  const close = () => setMore(false);
  const keepLanguage = useKeepLanguage(person);
  return (
    <nav
      ref={observeOwnHeight}
      aria-label={t`Main`}
      data-bar=""
      data-stays=""
      className="safe-bottom fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised"
    >
      <div className="grid auto-cols-fr grid-flow-col">
        {items
          .filter((item) => item.bar)
          .map((item) => (
            <NavLink key={item.to} item={item} current={item === current} look="bar" />
          ))}
        <button
          type="button"
          aria-expanded={more}
          aria-current={current?.bar ? undefined : "true"}
          aria-haspopup="dialog"
          onClick={() => setMore(true)}
          className={barLook}
        >
          <BarIcon icon={Ellipsis} />
          <Trans>More</Trans>
        </button>
      </div>
      <Dialog open={more} onClose={close} title={<Trans>More</Trans>}>
        {person.role === "developer" && (
          <div className="pb-2">
            <OrganizationSwitcher onNavigate={close} />
          </div>
        )}
        <div className="-mx-3 flex flex-col gap-1">
          {items
            .filter((item) => !item.bar)
            .map((item) => (
              <NavLink key={item.to} item={item} current={item === current} look="side" onNavigate={close} />
            ))}
        </div>
        <div className="flex items-center justify-between gap-4 py-3">
          <LanguageSwitch onChoose={keepLanguage} />
          <ThemeSwitch />
        </div>
        <div className="-mx-3 flex flex-col gap-1 border-line border-t pt-3">
          <AccountLink person={person} onNavigate={close} />
          <HelpLinks onNavigate={close} />
          <LogOutButton />
        </div>
      </Dialog>
    </nav>
  );
}
