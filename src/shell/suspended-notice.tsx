// Shows that the account is suspended, with the admin's reason.
import { Trans } from "@lingui/react/macro";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

export function SuspendedNotice({ reason }: { reason: string }) {
  return (
    <Notice
      tone="danger"
      title={<Trans>Your account is suspended: you can read, but not change anything.</Trans>}
      action={
        <LinkButton to="/contact" size="sm">
          <Trans>Contact us</Trans>
        </LinkButton>
      }
    >
      {reason !== "" && (
        <p className="whitespace-pre-wrap break-words">
          <Trans>Reason: {reason}</Trans>
        </p>
      )}
    </Notice>
  );
}
