import { Menu as Headless, MenuButton, MenuItem, MenuItems, MenuSeparator } from "@headlessui/react";
import { Link } from "@tanstack/react-router";
import { Check, EllipsisVertical, type LucideIcon } from "lucide-react";
import { Fragment, type ReactNode, useEffect } from "react";
import { buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";
import type { MenuEntries, MenuEntry } from "./menu-entry.ts";
import { holdToasts } from "./toast.tsx";

interface MenuProps {
  label: string;
  items: MenuEntries;
  icon?: LucideIcon;
  /** Text next to the icon, part of `label`; the button then has a border. */
  text?: ReactNode;
}

/** An icon button with a menu of further actions. */
export function Menu({ label, items, icon: Icon = EllipsisVertical, text }: MenuProps) {
  return (
    <Headless>
      <MenuButton
        aria-label={label}
        title={label}
        className={
          text
            ? buttonClass("secondary", "sm", false)
            : "tap inline-grid aspect-square place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        }
      >
        <Icon aria-hidden className="size-5 shrink-0" />
        {text}
      </MenuButton>
      <MenuList items={items} />
    </Headless>
  );
}

interface MenuListProps {
  items: MenuEntries;
  /** The button's edge to align with. */
  end?: "start" | "end";
  className?: string;
}

/** Menu items for a custom button. */
export function MenuList({ items, end = "end", className }: MenuListProps) {
  const shown = items.filter((item) => item !== false);
  return (
    <MenuItems
      anchor={{ to: `bottom ${end}`, gap: 4, padding: 8 }}
      className={cx(
        "z-50 min-w-48 rounded-lg border border-line bg-raised p-1 shadow-lg transition-opacity duration-150 focus:outline-none starting:opacity-0",
        className,
      )}
    >
      <HoldToasts />
      {shown.map((item) => (
        <Fragment key={item.key}>
          {item.group && <MenuSeparator className="my-1 border-line border-t" />}
          <MenuItem disabled={item.disabled ?? false}>
            {item.link ? (
              <Link {...item.link} onClick={item.onSelect} className={entryClass(item)}>
                <EntryContent item={item} />
              </Link>
            ) : (
              <button
                type="button"
                aria-haspopup={item.opensDialog ? "dialog" : undefined}
                onClick={item.onSelect}
                aria-current={item.current ? "true" : undefined}
                className={entryClass(item)}
              >
                <EntryContent item={item} />
              </button>
            )}
          </MenuItem>
        </Fragment>
      ))}
    </MenuItems>
  );
}

const entryClass = ({ tone }: MenuEntry) =>
  cx(
    "tap flex w-full items-center gap-2.5 rounded-md px-3 text-start text-sm data-disabled:opacity-55 data-focus:bg-sunken",
    tone === "danger" && "text-danger",
  );

const EntryContent = ({ item }: { item: MenuEntry }) => (
  <>
    {item.icon && <item.icon aria-hidden className="size-5 shrink-0" />}
    {item.label}
    {item.current && <Check aria-hidden className="ms-auto size-5 shrink-0 text-accent" />}
  </>
);

/** Toasts must not move an open menu. */
function HoldToasts() {
  useEffect(() => holdToasts("all"), []);
  return null;
}
