// Actions on a user. Each asks for confirmation and shows success only after the server's response.
import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, KeyRound, Pencil, RotateCcw, ShieldCheck, ShieldMinus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Call, useServerCall } from "#features/common/use-server-call.ts";
import { failureText } from "#features/sync/failures.ts";
import { usePerson } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { userDelete, userPromote, userResetSecondFactor } from "#sync/mutations/admin.ts";
import { type AdminUser, adminChangeUser } from "#sync/schema/admin-functions.ts";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Menu } from "#ui/menu.tsx";
import type { MenuEntry } from "#ui/menu-entry.ts";
import { showToast } from "#ui/toast.tsx";
import { DemoteUser } from "./demote-user.tsx";
import { EditUser } from "./edit-user.tsx";
import { SuspendUser } from "./suspend-user.tsx";

type Action = "promote" | "reactivate" | "delete" | "second_factor";
type Form = "edit" | "suspend" | "demote";

interface Ask {
  title: ReactNode;
  consequence: ReactNode;
  confirm: ReactNode;
  tone?: "primary";
  call: Call<unknown>;
  done: string;
  failed?: string;
}

function useAsks(user: AdminUser): { readonly [A in Action]: Ask } {
  const { t } = useLingui();
  const { id, name } = user;
  return {
    promote: {
      title: t`Promote ${name} to admin?`,
      consequence: t`${name} will be able to see and change everything you can: users, settings, payouts. Another admin can undo this with Demote.`,
      confirm: <Trans>Promote to Admin</Trans>,
      tone: "primary",
      call: (transport) => userPromote(transport, id),
      done: t`${name} has been promoted to admin`,
      failed: t`Failed to promote user to admin`,
    },
    reactivate: {
      title: t`Reactivate ${name}?`,
      consequence: t`${name} gets back access to everything they had before.`,
      confirm: <Trans>Reactivate user</Trans>,
      tone: "primary",
      call: (transport) => transport.rpc(adminChangeUser, { user_id: id, change: { status: "active" } }),
      done: t`${name} has been reactivated`,
    },
    delete: {
      title: t`Delete ${name}?`,
      consequence: t`The login, name and all personal data of ${name} are permanently deleted. Reports, rewards and payouts stay, without a name.`,
      confirm: <Trans>Delete user</Trans>,
      call: (transport) => userDelete(transport, id),
      done: t`${name} has been deleted`,
    },
    second_factor: {
      title: t`Remove two-step verification for ${name}?`,
      consequence: (
        <Trans>For people who have lost their phone: a password is enough until they set it up again.</Trans>
      ),
      confirm: <Trans>Remove two-step verification</Trans>,
      call: (transport) => userResetSecondFactor(transport, id),
      done: t`${name} can log in with just a password`,
    },
  };
}

export function UserActions({ user, onChanged }: { user: AdminUser; onChanged: () => void }) {
  const { t } = useLingui();
  const me = usePerson();
  const online = useStatus("online");
  const [asked, setAsked] = useState<Action | Form | null>(null);
  const { pending, run } = useServerCall();
  const asks = useAsks(user);
  const ask = asked && asked in asks ? asks[asked as Action] : null;
  const close = () => setAsked(null);
  const { name } = user;
  const own = user.id === me.id;

  const send = async ({ call, done, failed }: Pick<Ask, "call" | "done" | "failed">): Promise<boolean> => {
    const result = await run(call);
    if (result.ok) {
      showToast({ title: t`Success`, description: done });
      onChanged();
    } else {
      const reason = t(failureText(result.error));
      showToast({ tone: "danger", title: t`Error`, description: failed ?? reason });
    }
    return result.ok;
  };
  const entry = (key: Action | Form, label: ReactNode, icon: MenuEntry["icon"], rest: Partial<MenuEntry> = {}) => ({
    ...{ key, label, disabled: !online, onSelect: () => setAsked(key), ...rest },
    ...(icon ? { icon } : {}),
  });
  const items: MenuEntry[] = [entry("edit", <Trans>Edit</Trans>, Pencil)];
  // Visible to admins only; the server checks too.
  if (me.role === "admin" && user.role !== "admin")
    items.push(entry("promote", <Trans>Promote to Admin</Trans>, ShieldCheck));
  if (user.second_factor && !own)
    items.push(entry("second_factor", <Trans>Remove two-step verification</Trans>, KeyRound));
  if (!own) {
    if (user.status !== "active")
      items.push(
        entry(
          "reactivate",
          user.status === "suspended" ? <Trans>Reactivate</Trans> : <Trans>Activate</Trans>,
          RotateCcw,
        ),
      );
    if (user.role === "admin") items.push(entry("demote", <Trans>Demote</Trans>, ShieldMinus));
    if (user.status !== "suspended") items.push(entry("suspend", <Trans>Suspend</Trans>, Ban));
    items.push(entry("delete", <Trans>Delete</Trans>, Trash2, { tone: "danger" }));
  }

  return (
    <>
      <Menu label={t`Actions for ${name}`} items={items} />
      {asked === "edit" && <EditUser user={user} onClose={close} onChanged={onChanged} />}
      {asked === "suspend" && <SuspendUser user={user} onClose={close} send={send} />}
      {asked === "demote" && <DemoteUser user={user} onClose={close} send={send} />}
      {ask && (
        <ConfirmDialog
          open
          onClose={close}
          onConfirm={() => void send(ask).then(close)}
          title={ask.title}
          confirmLabel={ask.confirm}
          tone={ask.tone ?? "danger"}
          pending={pending}
        >
          {ask.consequence}
        </ConfirmDialog>
      )}
    </>
  );
}
