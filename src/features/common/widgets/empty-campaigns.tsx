import { Trans } from "@lingui/react/macro";
import { FlaskConical, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

/** Shown when no campaign is open; suggests adding devices. */
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

/** Links to the tester's tests, or to open tests if there are none. */
export const FindOwnTest = ({ none }: { none: boolean }) =>
  none ? (
    <FindTest />
  ) : (
    <LinkButton to="/tester" variant="primary">
      <Trans>View my tests</Trans>
    </LinkButton>
  );

/** @param props.children describes the future content */
export const NoTestInProgress = ({ children }: { children: ReactNode }) => (
  <EmptyState icon={FlaskConical} title={<Trans>No tests in progress</Trans>} action={<FindTest />}>
    {children}
  </EmptyState>
);
