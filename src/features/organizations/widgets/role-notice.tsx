import { useLingui } from "@lingui/react/macro";
import { useCan, useMemberships, useOrganization } from "#state/organization.ts";
import type { Capability } from "#sync/schema/organizations.ts";
import { Notice } from "#ui/notice.tsx";
import { roleLimit } from "../labels.ts";

interface RoleNoticeProps {
  /** The capability that the hidden buttons require. */
  needs: Capability;
  /** Defaults to the current organization. */
  orgId?: string;
}

/** Explains hidden buttons. Renders nothing for users with the capability. */
export function RoleNotice({ needs, orgId }: RoleNoticeProps) {
  const { t } = useLingui();
  const chosen = useOrganization();
  const membership = useMemberships().find((one) => one.org_id === (orgId ?? chosen.org_id));
  const can = useCan(needs, orgId);
  if (can || !membership) return null;
  return <Notice>{t(roleLimit(membership, needs))}</Notice>;
}
