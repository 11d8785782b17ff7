import { Trans } from "@lingui/react/macro";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

export function NoLink() {
  return (
    <>
      <Notice tone="danger" live>
        <Trans>This link has expired or has already been used. Please request a new one.</Trans>
      </Notice>
      <LinkButton to="/forgot-password" variant="primary" wide>
        <Trans>Request a new link</Trans>
      </LinkButton>
    </>
  );
}
