import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { Bell, Keyboard, Languages, LogOut, Monitor, Moon, RefreshCw, Settings, ShieldCheck, Sun } from "lucide-react";
import { languageNames } from "#sync/schema/languages.ts";
import { useKeepLanguage } from "../../features/account/use-sync-language.ts";
import { isLocale } from "../../i18n/i18n.ts";
import { useLocale } from "../../i18n/use-locale.ts";
import { reportError } from "../../lib/error-log.ts";
import type { Person } from "../../state/session.ts";
import { useSite } from "../../state/site-settings.ts";
import { loadSync } from "../../state/sync.ts";
import { type Theme, useTheme } from "../../state/ui.ts";
import { shortcutsAtom } from "../../ui/shortcuts.ts";
import { itemsOf } from "../navigation.ts";
import { type Entry, entry } from "./entry.ts";

export function useCommands(person: Person, onLogOut: () => void): Entry[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [locale, choose] = useLocale();
  const keepLanguage = useKeepLanguage(person);
  const { multilingual } = useSite();
  const [theme, setTheme] = useTheme();
  const showShortcuts = useSetAtom(shortcutsAtom);

  const places = [
    ...itemsOf(person.role).map(({ to, label, icon }) => ({ to, label: t(label), icon })),
    { to: "/notifications" as const, label: t`Notifications`, icon: Bell },
    { to: "/account" as const, label: t`Account Settings`, icon: Settings },
    { to: "/account/security" as const, label: t`Security`, icon: ShieldCheck },
  ];
  const screens = [...new Map(places.map((place) => [place.to, place])).values()].map(({ to, label, icon }) =>
    entry({ id: `screen ${to}`, group: "screens", icon, label, run: () => void navigate({ to }) }),
  );

  const action = (id: string, icon: Entry["icon"], label: string, run: () => void, more = "") =>
    entry({ id: `action ${id}`, group: "actions", icon, label, run, more });
  const themes: readonly { value: Theme; name: string; icon: Entry["icon"] }[] = [
    { value: "system", name: t`System`, icon: Monitor },
    { value: "light", name: t`Light`, icon: Sun },
    { value: "dark", name: t`Dark`, icon: Moon },
  ];
  const setLanguage = (to: string) => {
    if (!isLocale(to)) return;
    void choose(to);
    keepLanguage(to);
  };
  const actions = [
    action("sync", RefreshCw, t`Sync now`, () => void loadSync().then((sync) => sync.syncNow(), reportError)),
    ...themes
      .filter(({ value }) => value !== theme)
      .map(({ value, name, icon }) => action(`theme ${value}`, icon, t`Theme: ${name}`, () => setTheme(value))),
    ...Object.entries(multilingual ? languageNames : {})
      .filter(([value]) => value !== locale)
      .map(([value, name]) =>
        action(`language ${value}`, Languages, t`Language: ${name}`, () => setLanguage(value), t`Language`),
      ),
    action("shortcuts", Keyboard, t`Keyboard shortcuts`, () => showShortcuts(true)),
    action("log-out", LogOut, t`Log Out`, onLogOut),
  ];
  return [...screens, ...actions];
}
