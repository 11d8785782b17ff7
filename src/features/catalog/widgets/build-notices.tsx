import { Trans } from "@lingui/react/macro";
import { Notice } from "#ui/notice.tsx";
import type { BuildAction, BuildEnd } from "../build-action.ts";

export function WhyNot({ action }: { action: BuildAction }) {
  switch (action.do) {
    case "nothing":
      return (
        <p className="text-muted">
          <Trans>There is no file to download yet.</Trans>
        </p>
      );
    case "unread":
      return (
        <Notice title={<Trans>The server is still reading this file</Trans>}>
          <Trans>This takes a moment. Come back in a minute.</Trans>
        </Notice>
      );
    case "never":
      return (
        <Notice tone="caution" title={<Trans>No phone can install this file</Trans>}>
          {action.why === "app_store" ? (
            <Trans>It is signed for Apple's App Store. Ask the developer for a TestFlight link.</Trans>
          ) : action.why === "simulator" ? (
            <Trans>It was made for the simulator of Xcode. Ask the developer for a build for devices.</Trans>
          ) : (
            <Trans>It is not an app that a device can install. The developer has to upload another file.</Trans>
          )}
        </Notice>
      );
    default:
      return null;
  }
}

export function EndedNotice({ why }: { why: BuildEnd }) {
  if (why === "withdrawn") {
    return (
      <Notice tone="caution" title={<Trans>The developer withdrew this build</Trans>}>
        <Trans>It is no longer available. If you have it installed, wait for a newer build before you report.</Trans>
      </Notice>
    );
  }
  if (why === "expired") {
    return (
      <Notice tone="caution" title={<Trans>This build has expired</Trans>}>
        <Trans>It is no longer available, and an installed copy may no longer start. Look for a newer build.</Trans>
      </Notice>
    );
  }
  return (
    <Notice tone="caution" title={<Trans>The file of this build was removed to free up space</Trans>}>
      <Trans>It is an old build. Look for a newer one.</Trans>
    </Notice>
  );
}
