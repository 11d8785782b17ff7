// States of an online query: loading, failed, or showing cached data.
import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { useStatus } from "#state/status.ts";
import type { Remote } from "#state/use-online-query.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { SpinnerPage } from "#ui/spinner-page.tsx";

interface OnlineQueryStatesProps {
  remote: Remote<unknown>;
  failed: ReactNode;
  /** Null if the page has another loading state. */
  loading?: ReactNode;
}

/** Renders nothing for fresh data. */
export function OnlineQueryStates({ remote, failed, loading }: OnlineQueryStatesProps) {
  const online = useStatus("online");
  if (remote.state === "loading") return loading === undefined ? <SpinnerPage /> : loading;
  if (remote.state === "error") return <ErrorState title={failed} onRetry={remote.reload} />;
  if (remote.state === "offline") {
    return (
      <EmptyState icon={CloudOff} title={<Trans>This needs a connection</Trans>}>
        <Trans>This is loaded from the server. What you saw last stays on this device for next time.</Trans>
      </EmptyState>
    );
  }
  // While a fresh response is expected, cached data needs no notice.
  if (!remote.old || online) return null;
  return (
    <Notice title={<Trans>You are offline</Trans>}>
      <Trans>
        This is what you last saw, <DateText value={remote.at} />. Changes here need a connection.
      </Trans>
    </Notice>
  );
}
