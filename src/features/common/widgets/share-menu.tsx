import { useLingui } from "@lingui/react/macro";
import { Users } from "lucide-react";
import type { Membership } from "#sync/schema/organizations.ts";
import { Menu } from "#ui/menu.tsx";

interface ShareMenuProps {
  label: string;
  /** Where the person may share it; without any there is no menu. */
  organizations: readonly Membership[];
  onShare: (organization: Membership) => void;
}

export function ShareMenu({ label, organizations, onShare }: ShareMenuProps) {
  const { t } = useLingui();
  if (organizations.length === 0) return null;
  return (
    <Menu
      label={label}
      icon={Users}
      items={organizations.map((one) => {
        const { org_id, name: organization } = one;
        return { key: org_id, label: t`Share with ${organization}`, onSelect: () => onShare(one) };
      })}
    />
  );
}
