// How to install the app: a button if the browser supports it, otherwise instructions.
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { type InstallState, install } from "#state/install.ts";
import { Button } from "#ui/button.tsx";

export function InstallInstructions({ state }: { state: InstallState }) {
  if (state === "offered") {
    return (
      <Button variant="primary" size="sm" icon={Download} onClick={() => void install()}>
        <Trans>Install</Trans>
      </Button>
    );
  }
  if (state === "share_menu") {
    return (
      <p>
        <Trans>On iPhone and iPad: open the share menu and choose “Add to Home Screen”.</Trans>
      </p>
    );
  }
  if (state === "dock") {
    return (
      <p>
        <Trans>In Safari on a Mac: open the File menu and choose “Add to Dock”.</Trans>
      </p>
    );
  }
  return null;
}
