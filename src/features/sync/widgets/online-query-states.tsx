// What stands over, or in the place of, what is asked of the server when it is looked at: it loads,
// it cannot be had, or it is what was seen last.
import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { useStatus } from "../../../state/status.ts";
import type { Remote } from "../../../state/use-online-query.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { DateText } from "../../../ui/formatted-values.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SpinnerPage } from "../../../ui/spinner-page.tsx";

interface OnlineQueryStatesProps {
  remote: Remote<unknown>;
  /** What could not be loaded. */
  failed: ReactNode;
  /** Null: the page shows its own. */
  loading?: ReactNode;
}

/** Nothing at all once the answer is there. */
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
  // While the answer is under way, what was seen last is no news to anybody.
  if (!remote.old || online) return null;
  return (
    <Notice title={<Trans>You are offline</Trans>}>
      <Trans>
        This is what you last saw, <DateText value={remote.at} />. Changes here need a connection.
      </Trans>
    </Notice>
  );
}
