import { Trans, useLingui } from "@lingui/react/macro";
import { Smartphone } from "lucide-react";
import { useState } from "react";
import { callServer } from "#state/call-server.ts";
import { runsInstalled } from "#state/install.ts";
import { personOf, useSession } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { installLink } from "#sync/mutations/install.ts";
import { Button, type ButtonSize } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { failureText } from "../../sync/failures.ts";

interface InstallButtonProps {
  releaseId: string;
  variant: "primary" | "secondary";
  size: ButtonSize;
  onBegun?: (() => void) | undefined;
}

export function InstallButton({ releaseId, variant, size, onBegun }: InstallButtonProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const signedIn = personOf(useSession()) !== null;
  const [state, setState] = useState<"idle" | "asking" | "begun" | { failure: string }>("idle");
  const install = async () => {
    setState("asking");
    const link = await callServer((transport) => installLink(transport, signedIn, releaseId));
    if (!link.ok) {
      const needsHttps = link.error.type === "rejected" && link.error.code === "no_https";
      return setState({
        failure: needsHttps ? t`iOS installs apps only from a server with https.` : t(failureText(link.error)),
      });
    }
    setState("begun");
    onBegun?.();
    window.location.assign(link.value.url);
  };
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button
          icon={Smartphone}
          variant={variant}
          size={size}
          disabled={!online}
          pending={state === "asking"}
          onClick={() => void install()}
        >
          <Trans>Install</Trans>
        </Button>
      </div>
      {!online && (
        <p className="text-muted text-sm">
          <Trans>Installing needs a connection.</Trans>
        </p>
      )}
      {state === "begun" && (
        <Notice live title={<Trans>iOS installs it now</Trans>}>
          <Trans>Confirm, then look for the app on your home screen.</Trans>{" "}
          {runsInstalled() && <Trans>If nothing asks you, open this page in Safari.</Trans>}
        </Notice>
      )}
      {typeof state === "object" && (
        <Notice live tone="danger" title={<Trans>It could not be installed</Trans>}>
          {state.failure}
        </Notice>
      )}
    </div>
  );
}
