import { Trans, useLingui } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { useServerCall } from "#features/common/use-server-call.ts";
import { failureText } from "#features/sync/failures.ts";
import { useStatus } from "#state/status.ts";
import type { Remote } from "#state/use-online-query.ts";
import { endOwnSession, type LoginSession } from "#sync/schema/account-functions.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toast.tsx";
import { SessionRows } from "../../widgets/session-rows.tsx";

export function SessionList({ sessions }: { sessions: Remote<LoginSession[]> }) {
  const { t } = useLingui();
  const online = useStatus("online");
  if (sessions.state === "loading") return <OneSession />;
  if (sessions.state === "error") return <ErrorState onRetry={sessions.reload} />;
  if (sessions.state === "offline")
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <CloudOff aria-hidden className="size-5 shrink-0" />
        <Trans>Connect to see where you are logged in.</Trans>
      </p>
    );
  return (
    <>
      <SessionRows
        sessions={sessions.data}
        label={t`Where you are logged in`}
        action={({ id }, device) => (
          <LogOutSession id={id} device={device} disabled={!online} onEnded={sessions.reload} />
        )}
      />
      {!online && (
        <p className="mt-2 text-muted text-sm">
          <Trans>
            You are offline. This is what you last saw, <DateText value={sessions.at} />.
          </Trans>
        </p>
      )}
    </>
  );
}

/** Skeleton with the height of one row, the common case. */
const OneSession = () => (
  <div role="status" className="rounded-lg border border-line bg-raised px-4 py-3">
    <span className="sr-only">
      <Trans>Loading…</Trans>
    </span>
    <SkeletonLine className="w-48" />
    <span className="block text-sm">
      <SkeletonLine className="w-64" />
    </span>
  </div>
);

interface LogOutSessionProps {
  id: string;
  device: string;
  disabled: boolean;
  onEnded: () => void;
}

function LogOutSession({ id, device: name, disabled, onEnded }: LogOutSessionProps) {
  const { t } = useLingui();
  const { pending, run } = useServerCall();
  const end = async () => {
    const done = await run((transport) => transport.rpc(endOwnSession, { session_id: id }));
    if (done.ok) showToast({ title: t`${name} has been logged out` });
    else showToast({ tone: "danger", title: t`${name} was not logged out`, description: t(failureText(done.error)) });
    onEnded();
  };
  return (
    <Button size="sm" pending={pending} disabled={disabled} onClick={() => void end()}>
      <Trans>Log out</Trans>
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
