import { Trans, useLingui } from "@lingui/react/macro";
import type { Call } from "#features/common/use-server-call.ts";
import { type AdminUser, adminChangeUser } from "#sync/schema/admin-functions.ts";
import { ReasonDialog } from "#ui/reason-dialog.tsx";

export interface UserFormProps {
  user: AdminUser;
  onClose: () => void;
  /** Resolves to true on success. */
  send: (what: { call: Call<unknown>; done: string }) => Promise<boolean>;
}

export function SuspendUser({ user: { id, name }, onClose, send }: UserFormProps) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      draft={`user-suspend-${id}`}
      title={t`Suspend ${name}?`}
      help={t`${name} reads this reason. They can still read everything, but not change anything. Unsent changes stay on their devices.`}
      confirmLabel={<Trans>Suspend user</Trans>}
      onClose={onClose}
      onConfirm={(reason) =>
        send({
          call: (transport) => transport.rpc(adminChangeUser, { user_id: id, change: { status: "suspended", reason } }),
          done: t`${name} has been suspended`,
        })
      }
    />
  );
}
