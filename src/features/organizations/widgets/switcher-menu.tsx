import { Menu, MenuButton } from "@headlessui/react";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Plus, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMemberships, useOrganization, useSwitchOrganization } from "#state/organization.ts";
import { MenuList } from "#ui/menu.tsx";
import { type MenuEntry, menuEntry } from "#ui/menu-entry.ts";
import { NewOrganization } from "./new-organization.tsx";
import { OrganizationName } from "./organization-name.tsx";

interface SwitcherMenuProps {
  className: string;
  children: ReactNode;
  onNavigate: () => void;
}

export function SwitcherMenu({ className, children, onNavigate }: SwitcherMenuProps) {
  const navigate = useNavigate();
  const { org_id: chosen } = useOrganization();
  const memberships = useMemberships();
  const switchTo = useSwitchOrganization();
  const [making, setMaking] = useState(false);
  const openSettings = () => {
    onNavigate();
    void navigate({ to: "/developer/organization" });
  };
  const items: MenuEntry[] = [
    ...memberships.map((membership) => ({
      key: membership.org_id,
      label: <OrganizationName membership={membership} />,
      current: membership.org_id === chosen,
      onSelect: () => {
        switchTo(membership.org_id);
        onNavigate();
      },
    })),
    menuEntry("settings", Settings, <Trans>Organization settings</Trans>, { group: true }, openSettings),
    menuEntry("new", Plus, <Trans>New organization</Trans>, { opensDialog: true }, () => setMaking(true)),
  ];
  return (
    <>
      <Menu>
        <MenuButton className={className}>{children}</MenuButton>
        <MenuList items={items} end="start" className="w-72 max-w-[calc(100vw-1rem)]" />
      </Menu>
      {making && (
        <NewOrganization
          onClose={() => setMaking(false)}
          onMade={() => {
            setMaking(false);
            openSettings();
          }}
        />
      )}
    </>
  );
}
