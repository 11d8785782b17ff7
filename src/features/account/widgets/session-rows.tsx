import { Trans, useLingui } from "@lingui/react/macro";
import { Monitor, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import type { LoginSession } from "#sync/schema/account-functions.ts";
import { Badge } from "#ui/badge.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { deviceName } from "../device-name.ts";

interface SessionRowsProps {
  sessions: readonly LoginSession[];
  label: string;
  /** Rendered in each row except that of this device. */
  action: (session: LoginSession, device: string) => ReactNode;
}

export const SessionRows = ({ sessions, label, action }: SessionRowsProps) => (
  <ul
    aria-label={label}
    className="max-h-96 divide-y divide-line overflow-y-auto rounded-lg border border-line bg-raised"
  >
    {sessions.map((session) => (
      <SessionRow key={session.id} session={session} action={action} />
    ))}
  </ul>
);

function SessionRow({ session, action }: { session: LoginSession } & Pick<SessionRowsProps, "action">) {
  const { t } = useLingui();
  const { browser, system, phone } = deviceName(session.user_agent);
  const name = browser && system ? t`${browser} on ${system}` : browser || system || t`Unknown device`;
  const Icon = phone ? Smartphone : Monitor;
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
      {!session.current && action(session, name)}
    </li>
  );
}
