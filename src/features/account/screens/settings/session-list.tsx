import { Trans, useLingui } from "@lingui/react/macro";
import { CloudOff, Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { endOwnSession, type OwnSession } from "../../../../../sync/schema/account-functions.ts";
import { useStatus } from "../../../../state/status.ts";
import { loadSync } from "../../../../state/sync.ts";
import type { Remote } from "../../../../state/use-online-query.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { DateText } from "../../../../ui/formatted-values.tsx";
import { SkeletonLine } from "../../../../ui/skeleton.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { failureText } from "../../../sync/failures.ts";
import { deviceName } from "../../device-name.ts";

/** Where the person is logged in: what was seen last while there is no network. */
export function SessionList({ sessions }: { sessions: Remote<OwnSession[]> }) {
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
      <ul
        aria-label={t`Where you are logged in`}
        className="max-h-96 divide-y divide-line overflow-y-auto rounded-lg border border-line bg-raised"
      >
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} disabled={!online} onEnded={sessions.reload} />
        ))}
      </ul>
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

/** As high as the row of this device, which is often the only one. */
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

function SessionRow({ session, disabled, onEnded }: { session: OwnSession; disabled: boolean; onEnded: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const { browser, system, phone } = deviceName(session.user_agent);
  const name = browser && system ? t`${browser} on ${system}` : browser || system || t`Unknown device`;
  const Icon = phone ? Smartphone : Monitor;
  const end = async () => {
    setPending(true);
    try {
      const sync = await loadSync();
      const done = await sync.transport.rpc(endOwnSession, { session_id: session.id }, "person");
      if (done.ok) toast({ title: t`${name} has been logged out` });
      else toast({ tone: "danger", title: t`${name} was not logged out`, description: t(failureText(done.error)) });
      onEnded();
    } finally {
      setPending(false);
    }
  };
  return (
    <li data-row className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {name}
          {session.current && (
            <Badge tone="positive">
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p className="text-muted text-sm">
          <Trans>
            Last used <DateText value={session.used_at} />, logged in <DateText value={session.created_at} />
          </Trans>
        </p>
      </div>
      {!session.current && (
        <Button size="sm" pending={pending} disabled={disabled} onClick={() => void end()}>
          <Trans>Log out</Trans>
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
