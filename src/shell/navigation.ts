// Each role's navigation, as data: a new screen adds a line. The sidebar shows `main`
// (specification, point 2), the header `work`, the phone's bar the entries with `bar`, its "More"
// sheet the rest.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LinkProps } from "@tanstack/react-router";
import {
  Banknote,
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
  /** For the phone's bar, where there is room for one word. */
  short?: MessageDescriptor;
  icon: LucideIcon;
  /** Where it is current, if that is not its path and all below it. */
  on?: RegExp;
  bar?: boolean;
}

export const isCurrent = ({ to, on }: NavItem, path: string): boolean =>
  on ? on.test(path) : path === to || path.startsWith(`${to}/`);

const appStore: NavItem = { to: "/apps", label: msg`App Store`, icon: Store };

interface Navigation {
  main: readonly NavItem[];
  work: readonly NavItem[];
}

export const navigation: { readonly [R in Role]: Navigation } = {
  tester: {
    main: [
      { to: "/tester", label: msg`Dashboard`, icon: LayoutDashboard, on: /^\/tester\/?$/, bar: true },
      {
        to: "/tester/tests",
        label: msg`Available Tests`,
        short: msg`Tests`,
        icon: FlaskConical,
        on: /^\/tester\/tests(?!\/[^/]+\/report\/)/,
        bar: true,
      },
      { to: "/tester/profile", label: msg`My Profile`, short: msg`Profile`, icon: UserRound },
      appStore,
    ],
    work: [
      { to: "/tester/applications", label: msg`My Applications`, short: msg`Applications`, icon: Send, bar: true },
      {
        to: "/tester/feedback",
        label: msg`My Feedback`,
        short: msg`Feedback`,
        icon: MessageSquareText,
        on: /^\/tester\/(feedback|tests\/[^/]+\/report)\b/,
        bar: true,
      },
      { to: "/tester/rewards", label: msg`Rewards`, icon: Gift },
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
      { to: "/developer/profile", label: msg`My Profile`, short: msg`Profile`, icon: UserRound },
      { to: "/developer/storage", label: msg`File Storage`, short: msg`Files`, icon: FolderOpen },
      appStore,
    ],
    work: [{ to: "/developer/apps", label: msg`My Apps`, short: msg`Apps`, icon: Package, bar: true }],
  },
  admin: {
    main: [
      { to: "/admin", label: msg`Dashboard`, icon: LayoutDashboard, on: /^\/admin\/?$/, bar: true },
      { to: "/admin/users", label: msg`User Management`, short: msg`Users`, icon: Users, bar: true },
      { to: "/admin/settings", label: msg`System Settings`, short: msg`Settings`, icon: Settings },
      appStore,
    ],
    work: [
      { to: "/admin/flags", label: msg`Flags`, icon: Flag, bar: true },
      { to: "/admin/payouts", label: msg`Payouts`, icon: Banknote, bar: true },
      { to: "/admin/activity", label: msg`Activity log`, icon: History },
      { to: "/admin/refusals", label: msg`Rejected changes`, icon: CircleSlash },
      { to: "/admin/messages", label: msg`Messages`, icon: Inbox },
      { to: "/admin/storage", label: msg`File Storage`, short: msg`Files`, icon: FolderOpen },
    ],
  },
};
