// Separate from menu.tsx, so that pages that only define entries do not load Headless UI.
import type { LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface MenuEntry {
  key: string;
  label: ReactNode;
  icon?: LucideIcon;
  onSelect?: () => void;
  /** Announces that it opens a dialog. */
  opensDialog?: boolean;
  link?: LinkProps;
  tone?: "danger";
  disabled?: boolean;
  current?: boolean;
  /** Starts a group with a separator. */
  group?: boolean;
}

type Look = Omit<MenuEntry, "key" | "icon" | "label" | "onSelect">;
/** `menuEntry("edit", Pencil, t`Edit`, { disabled }, open)`; the fourth may be left out. */
export function menuEntry(
  key: string,
  icon: LucideIcon,
  label: ReactNode,
  ...rest: [onSelect: () => void] | [look: Look, onSelect: () => void]
): MenuEntry & { icon: LucideIcon; onSelect: () => void } {
  const [look, onSelect] = rest.length === 1 ? [{}, rest[0]] : rest;
  return { key, icon, label, ...look, onSelect };
}

/** False leaves an entry out. */
export type MenuEntries = readonly (MenuEntry | false)[];
