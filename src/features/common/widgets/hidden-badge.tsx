import { Trans } from "@lingui/react/macro";
import { EyeOff } from "lucide-react";
import { Badge } from "#ui/badge.tsx";

/** Marks content that an admin has hidden from everyone. */
export const HiddenBadge = () => (
  <Badge tone="danger" icon={EyeOff}>
    <Trans>Hidden</Trans>
  </Badge>
);
