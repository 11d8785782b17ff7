import { Trans } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { LinkButton } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** No campaign is open: what one can do meanwhile is to say which devices one has. */
export function NothingOpen({ icon }: { icon: LucideIcon }) {
  return (
    <EmptyState
      icon={icon}
      title={<Trans>No tests are open right now</Trans>}
      action={
        <LinkButton to="/tester/profile">
          <Trans>Complete your profile</Trans>
        </LinkButton>
      }
    >
      <Trans>
        New tests appear here as developers publish them. Recommendations are based on your devices and expertise.
      </Trans>
    </EmptyState>
  );
}
