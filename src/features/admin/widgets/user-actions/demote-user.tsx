import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { roleLabel } from "#features/common/account-labels.ts";
import { labelOptions } from "#i18n/label-options.ts";
import { adminChangeUser } from "#sync/schema/admin-functions.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/inputs.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import type { UserFormProps } from "./suspend-user.tsx";

const roles = ["tester", "developer"] as const;

export function DemoteUser({ user: { id, name }, onClose, send }: UserFormProps) {
  const { t } = useLingui();
  const [role, setRole] = useState<(typeof roles)[number]>("tester");
  return (
    <ReasonDialog
      draft={`user-demote-${id}`}
      title={t`Demote ${name}?`}
      help={t`${name} reads this reason. They are no longer an admin.`}
      confirmLabel={<Trans>Demote user</Trans>}
      onClose={onClose}
      onConfirm={(reason) =>
        send({
          call: (transport) => transport.rpc(adminChangeUser, { user_id: id, change: { role, reason } }),
          done: t`${name} is no longer an admin`,
        })
      }
    >
      <Field label={t`New role`}>
        <Select
          value={role}
          options={labelOptions(t, roles, roleLabel)}
          onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? "tester")}
        />
      </Field>
    </ReasonDialog>
  );
}
