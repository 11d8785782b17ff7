import { useLingui } from "@lingui/react/macro";
import type { Capability } from "../../../../sync/schema/organizations.ts";
import { useCan, useMemberships, useOrganization } from "../../../state/organization.ts";
import { Notice } from "../../../ui/notice.tsx";
import { roleLimit } from "../labels.ts";

interface RoleNoticeProps {
  /** What the buttons that are not shown need. */
  needs: Capability;
  /** Whose thing this is; default: the chosen one's. */
  orgId?: string;
}

/** Why buttons are missing. Nothing for somebody who may use them all. */
export function RoleNotice({ needs, orgId }: RoleNoticeProps) {
  const { t } = useLingui();
  const chosen = useOrganization();
  const membership = useMemberships().find((one) => one.org_id === (orgId ?? chosen.org_id));
  const can = useCan(needs, orgId);
  if (can || !membership) return null;
  return <Notice>{t(roleLimit(membership, needs))}</Notice>;
}
