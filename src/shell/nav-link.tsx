import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import type { Role } from "../state/session.ts";
import { markedWhenCurrent } from "../ui/current-mark.ts";
import { cx } from "../ui/cx.ts";
import { backAtom } from "../ui/page-header.tsx";
import { currentPlace, type NavItem } from "./navigation.ts";

interface NavLinkProps {
  item: NavItem;
  current: boolean;
  look: "side" | "bar";
  onNavigate?: () => void;
}

const looks = {
  side: `tap flex items-center gap-3 rounded-md px-3 font-medium text-sm text-muted hover:bg-sunken hover:text-text ${markedWhenCurrent}`,
  bar: "group flex min-h-14 flex-col items-center justify-center gap-0.5 font-medium text-[0.6875rem] tracking-tight text-muted aria-[current]:text-accent",
} as const;

export const barLook = looks.bar;

/** Class of the box around the icon in the bottom bar. */
export const BarIcon = ({ icon: Icon }: Pick<NavItem, "icon">) => (
  <span className="grid h-7 w-12 place-items-center rounded-full group-aria-[current]:bg-accent-soft">
    <Icon aria-hidden className="size-6 stroke-[1.75]" />
  </span>
);

export function useCurrentPlace(role: Role): NavItem | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return currentPlace(role, path, useAtomValue(backAtom));
}

export function NavLink({ item, current, look, onNavigate }: NavLinkProps) {
  const { t } = useLingui();
  const { icon: Icon } = item;
  return (
    <Link
      to={item.to}
      // Exact match, because the router also marks links to parent paths; `navigation.ts` decides.
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={current ? "page" : undefined}
      onClick={onNavigate}
      className={looks[look]}
    >
      {look === "bar" ? <BarIcon icon={Icon} /> : <Icon aria-hidden className="size-5 shrink-0" />}
      <span className={cx(look === "bar" && "max-w-full truncate")}>
        {t(look === "bar" ? (item.short ?? item.label) : item.label)}
      </span>
    </Link>
  );
}
