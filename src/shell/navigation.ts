// Navigation of each role as data. The sidebar shows `main` (specification, point 2) and the group
// `more`; the bottom bar shows entries with `bar`, and its "More" sheet the rest.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LinkProps } from "@tanstack/react-router";
import {
  Banknote,
  Bell,
  Building2,
  CircleSlash,
  Flag,
  FlaskConical,
  FolderOpen,
  Gift,
  History,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Package,
  Plus,
  Send,
  Settings,
  Store,
  UserRound,
  Users,
} from "lucide-react";
import type { Role } from "../state/session.ts";

export interface NavItem {
  to: NonNullable<LinkProps["to"]>;
  label: MessageDescriptor;
  /** One-word label for the bottom bar. */
  short?: MessageDescriptor;
  icon: LucideIcon;
  /** Paths on which it is current, if not its path and subpaths. */
  on?: RegExp;
  bar?: boolean;
}

const isOn = ({ to, on }: NavItem, path: string): boolean =>
  on ? on.test(path) : path === to || path.startsWith(`${to}/`);

/**
 * The entry to mark: the page itself, else the target of its back link, else the entry of its path.
 * @param back path of the back link, or null
 */
export function currentPlace(role: Role, path: string, back: string | null): NavItem | undefined {
  const items = itemsOf(role);
  const at = (to: string | null) => items.find((item) => item.to === to);
  return at(path) ?? at(back) ?? items.find((item) => isOn(item, path));
}

// Writing a report counts as the dashboard, whichever page it was opened from.
const testerHome = /^\/tester(\/?$|\/tests\/[^/]+\/report\/)/;
const appStore: NavItem = { to: "/apps", label: msg`App Store`, icon: Store };

interface Navigation {
  main: readonly NavItem[];
  moreLabel: MessageDescriptor;
  more: readonly NavItem[];
}

export const navigation: { readonly [R in Role]: Navigation } = {
  tester: {
    main: [
      { to: "/tester", label: msg`Dashboard`, icon: LayoutDashboard, on: testerHome, bar: true },
      {
        to: "/tester/tests",
        label: msg`Available Tests`,
        short: msg`Tests`,
        icon: FlaskConical,
        on: /^\/tester\/tests(?!\/[^/]+\/report\/)/,
        bar: true,
      },
      { to: "/tester/profile", label: msg`My Profile`, icon: UserRound },
      appStore,
    ],
    moreLabel: msg`My work`,
    more: [
      { to: "/tester/applications", label: msg`My Applications`, icon: Send },
      { to: "/tester/feedback", label: msg`My Feedback`, short: msg`Feedback`, icon: MessageSquareText, bar: true },
      { to: "/tester/rewards", label: msg`Rewards`, icon: Gift, bar: true },
    ],
  },
  developer: {
    main: [
      { to: "/developer", label: msg`Dashboard`, icon: LayoutDashboard, on: /^\/developer\/?$/, bar: true },
      {
        to: "/developer/campaigns",
        label: msg`My Campaigns`,
        short: msg`Campaigns`,
        icon: Megaphone,
        on: /^\/developer\/campaigns(?!\/create\b)/,
        bar: true,
      },
      { to: "/developer/campaigns/create", label: msg`Create Campaign`, short: msg`Create`, icon: Plus, bar: true },
      { to: "/developer/profile", label: msg`My Profile`, icon: UserRound },
      { to: "/developer/storage", label: msg`File Storage`, icon: FolderOpen },
      appStore,
    ],
    moreLabel: msg`My work`,
    more: [
      { to: "/developer/apps", label: msg`My Apps`, short: msg`Apps`, icon: Package, bar: true },
      { to: "/developer/organization", label: msg`Organization`, icon: Building2 },
      { to: "/notifications", label: msg`Notifications`, icon: Bell },
    ],
  },
  admin: {
    main: [
      { to: "/admin", label: msg`Dashboard`, icon: LayoutDashboard, on: /^\/admin\/?$/, bar: true },
      { to: "/admin/users", label: msg`User Management`, short: msg`Users`, icon: Users, bar: true },
      { to: "/admin/settings", label: msg`System Settings`, icon: Settings },
      appStore,
    ],
    moreLabel: msg`Operations`,
    more: [
      { to: "/admin/flags", label: msg`Flags`, icon: Flag, bar: true },
      { to: "/admin/payouts", label: msg`Payouts`, icon: Banknote, bar: true },
      { to: "/admin/campaigns", label: msg`Campaigns`, icon: Megaphone },
      { to: "/admin/apps", label: msg`Apps`, icon: Package },
      { to: "/admin/activity", label: msg`Activity log`, icon: History },
      { to: "/admin/rejections", label: msg`Rejected changes`, icon: CircleSlash },
      { to: "/admin/messages", label: msg`Messages`, icon: Inbox },
      { to: "/admin/storage", label: msg`File Storage`, icon: FolderOpen },
    ],
  },
};

export const itemsOf = (role: Role): readonly NavItem[] => [...navigation[role].main, ...navigation[role].more];
