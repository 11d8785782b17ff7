import { Trans } from "@lingui/react/macro";
import { FlaskConical, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
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

export const FindTest = () => (
  <LinkButton to="/tester/tests" variant="primary">
    <Trans>Find a test</Trans>
  </LinkButton>
);

/** The way to a report: over one's own tests, or over the open ones without any. */
export const FindOwnTest = ({ none }: { none: boolean }) =>
  none ? (
    <FindTest />
  ) : (
    <LinkButton to="/tester" variant="primary">
      <Trans>View my tests</Trans>
    </LinkButton>
  );

/** @param props.children what appears here once there is one */
export const NoTestInProgress = ({ children }: { children: ReactNode }) => (
  <EmptyState icon={FlaskConical} title={<Trans>No tests in progress</Trans>} action={<FindTest />}>
    {children}
  </EmptyState>
);
