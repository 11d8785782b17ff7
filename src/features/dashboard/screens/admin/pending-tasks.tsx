import { Plural, Trans } from "@lingui/react/macro";
import type { AdminNumbers } from "../../../../../sync/schema/admin-functions.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";

/** What only an admin can move on. */
export function PendingTasks({ numbers: { waiting, payouts, messages } }: { numbers: AdminNumbers }) {
  if (waiting + payouts + messages === 0) return null;
  return (
    <Notice tone="caution" title={<Trans>Waiting for you</Trans>}>
      <div className="mt-2 flex flex-wrap gap-2">
        {waiting > 0 && (
          <LinkButton size="sm" to="/admin/users" search={{ role: "developer", status: "inactive" }}>
            <Plural value={waiting} one="# developer to activate" other="# developers to activate" />
          </LinkButton>
        )}
        {payouts > 0 && (
          <LinkButton size="sm" to="/admin/payouts">
            <Plural value={payouts} one="# payout to make" other="# payouts to make" />
          </LinkButton>
        )}
        {messages > 0 && (
          <LinkButton size="sm" to="/admin/messages">
            <Plural value={messages} one="# message to answer" other="# messages to answer" />
          </LinkButton>
        )}
      </div>
    </Notice>
  );
}
