// A user's sessions. Ending one requires a reason, which the user sees.
import { Trans, useLingui } from "@lingui/react/macro";
import { MonitorX } from "lucide-react";
import { useState } from "react";
import { SessionRows } from "#features/account/widgets/session-rows.tsx";
import { failureText } from "#features/sync/failures.ts";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { callServer } from "#state/call-server.ts";
import { useStatus } from "#state/status.ts";
import { useRemote } from "#state/use-online-query.ts";
import { type AdminUserDetails, adminEndSession, adminUserSessions } from "#sync/schema/admin-functions.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { showToast } from "#ui/toast.tsx";

export function UserSessions({ user: { id: user_id, name } }: { user: AdminUserDetails }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const remote = useRemote(adminUserSessions, { user_id });
  const [ending, setEnding] = useState<{ id: string; device: string } | null>(null);
  const end = async (id: string, device: string, reason: string): Promise<boolean> => {
    const done = await callServer((transport) => transport.rpc(adminEndSession, { session_id: id, reason }));
    if (done.ok) showToast({ title: t`${name} has been logged out on ${device}` });
    else showToast({ tone: "danger", title: t`Error`, description: t(failureText(done.error)) });
    if (done.ok) remote.reload();
    return done.ok;
  };
  return (
    <>
      <OnlineQueryStates remote={remote} failed={<Trans>The list could not be loaded</Trans>} />
      {remote.state === "ready" &&
        (remote.data.length === 0 ? (
          <EmptyState icon={MonitorX} title={<Trans>Not logged in anywhere</Trans>} />
        ) : (
          <SessionRows
            sessions={remote.data}
            label={t`Sessions`}
            action={({ id }, device) => (
              <Button size="sm" disabled={!online} onClick={() => setEnding({ id, device })}>
                <Trans>End session</Trans>
                <span className="sr-only"> {device}</span>
              </Button>
            )}
          />
        ))}
      {ending && (
        <EndSession
          device={ending.device}
          name={name}
          draft={`session-end-${ending.id}`}
          onClose={() => setEnding(null)}
          onConfirm={(reason) => end(ending.id, ending.device, reason)}
        />
      )}
    </>
  );
}

interface EndSessionProps {
  device: string;
  name: string;
  draft: string;
  onClose: () => void;
  onConfirm: (reason: string) => Promise<boolean>;
}

function EndSession({ device, name, ...dialog }: EndSessionProps) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      {...dialog}
      title={t`Log ${name} out on ${device}?`}
      help={t`${name} reads this reason. Changes that the device has not sent yet stay on it until they log in there again.`}
      confirmLabel={<Trans>End session</Trans>}
    />
  );
}
