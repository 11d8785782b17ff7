import { Trans } from "@lingui/react/macro";
import { takesShares, useInstall } from "#state/install.ts";
import { InstallInstructions } from "../../widgets/install-instructions.tsx";
import { Part } from "./account-section.tsx";

export function Install() {
  const { state } = useInstall();
  if (state === "none") return null;
  return (
    <Part
      id="install"
      title={<Trans>Betaflock on this device</Trans>}
      lead={
        takesShares() ? (
          <Trans>Once installed, it opens instantly, even offline, and accepts screenshots from the share menu.</Trans>
        ) : (
          <Trans>Once installed, it opens instantly, even offline.</Trans>
        )
      }
    >
      {state === "installed" ? (
        <p className="text-sm">
          <Trans>It is installed on this device.</Trans>
        </p>
      ) : (
        <InstallInstructions state={state} />
      )}
    </Part>
  );
}
