// Whether Google has registered an Android package and its key. Shows a notice if the check fails.
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { reportError } from "#lib/error-log.ts";
import { callServer } from "#state/call-server.ts";
import { personOf, useSession } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { packageRegistration, type Registration } from "#sync/mutations/install.ts";
import { Notice } from "#ui/notice.tsx";

export function PackageRegistration({ releaseId }: { releaseId: string }) {
  const online = useStatus("online");
  const signedIn = personOf(useSession()) !== null;
  const [found, setFound] = useState<Registration | null>(null);
  useEffect(() => {
    let left = false;
    const ask = async () => {
      const answer = await callServer((transport) => packageRegistration(transport, signedIn, releaseId));
      if (!left) setFound(answer.ok ? answer.value.registration : "unknown");
    };
    if (online) ask().catch(reportError);
    return () => {
      left = true;
    };
  }, [releaseId, signedIn, online]);
  switch (online ? found : "unknown") {
    case "registered":
      return (
        <Notice tone="positive" className="max-w-3xl" title={<Trans>Google knows this app</Trans>}>
          <Trans>A verified developer registered its package and key.</Trans>
        </Notice>
      );
    case "not_registered":
      return (
        <Notice tone="caution" className="max-w-3xl" title={<Trans>Google does not know this app</Trans>}>
          <Trans>Where Google asks for verified developers, your phone may block it or make you wait a day.</Trans>
        </Notice>
      );
    case "other_key":
      return (
        <Notice tone="caution" className="max-w-3xl" title={<Trans>Google knows this app with another key</Trans>}>
          <Trans>
            Somebody registered its package with another key than this file's. Ask the developer before you install it.
          </Trans>
        </Notice>
      );
    case "unknown":
      return (
        <p className="max-w-prose text-muted text-sm">
          <Trans>Could not check whether Google knows this app.</Trans>
        </p>
      );
    default:
      return null;
  }
}
