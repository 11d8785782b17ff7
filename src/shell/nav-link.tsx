import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { cx } from "../ui/cx.ts";
import { isCurrent, type NavItem } from "./navigation.ts";

interface NavLinkProps {
  item: NavItem;
  look: "side" | "head" | "bar" | "sheet";
  onNavigate?: () => void;
}

const looks = {
  side: "tap flex items-center gap-3 rounded-md px-3 font-medium text-sm text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent",
  head: "inline-flex h-14 items-center border-transparent border-b-2 px-1 font-medium text-muted text-sm hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text",
  bar: "flex min-h-14 flex-col items-center justify-center gap-0.5 px-1 font-medium text-[0.6875rem] text-muted aria-[current=page]:text-accent",
  sheet: "flex min-h-12 items-center gap-3 rounded-md px-3 font-medium hover:bg-sunken aria-[current=page]:text-accent",
} as const;

export function NavLink({ item, look, onNavigate }: NavLinkProps) {
  const { t } = useLingui();
  const { icon: Icon } = item;
  const path = useLocation({ select: (at) => at.pathname });
  const label = look === "bar" || look === "head" ? (item.short ?? item.label) : item.label;
  return (
    <Link
      to={item.to}
      // The router also marks links to parent paths; navigation.ts says which links are current
      // when.
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isCurrent(item, path) ? "page" : undefined}
      onClick={onNavigate}
      className={looks[look]}
    >
      {look !== "head" && (
        <Icon aria-hidden className={cx("shrink-0", look === "bar" ? "size-6 stroke-[1.75]" : "size-5")} />
      )}
      <span className={cx(look === "bar" && "max-w-full truncate")}>{t(label)}</span>
    </Link>
  );
}
