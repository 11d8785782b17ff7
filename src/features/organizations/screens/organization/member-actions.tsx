// Actions on a member. Shows success only after the server's response.
import { Trans, useLingui } from "@lingui/react/macro";
import { UserCog, UserMinus } from "lucide-react";
import { useState } from "react";
import { useServerAction } from "#features/common/use-server-call.ts";
import { usePerson } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { type Member, removeMember } from "#sync/schema/organization-functions.ts";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { mayChange } from "../../member-rules.ts";
import { OwnersOnly } from "../../widgets/owners-only.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import type { TabProps } from "./tab-props.ts";

interface MemberActionsProps extends TabProps {
  member: Member;
}

/** Members cannot remove themselves here; they use "Leave". */
export function MemberActions({ member, organization, onChanged }: MemberActionsProps) {
  const { t } = useLingui();
  const own = usePerson().id === member.id;
  const online = useStatus("online");
  const [open, setOpen] = useState<"role" | "remove" | null>(null);
  const { id, name } = member;
  const close = () => setOpen(null);
  const { pending, act } = useServerAction(() => {
    close();
    onChanged();
  });

  if (!mayChange(organization.role, member.role)) return <OwnersOnly />;
  return (
    <>
      <Menu
        label={t`Actions for ${name}`}
        items={[
          menuEntry("role", UserCog, <Trans>Change role</Trans>, { disabled: !online }, () => setOpen("role")),
          ...(own
            ? []
            : [
                menuEntry(
                  "remove",
                  UserMinus,
                  <Trans>Remove from the organization</Trans>,
                  { tone: "danger", disabled: !online },
                  () => setOpen("remove"),
                ),
              ]),
        ]}
      />
      {open === "role" && (
        <RoleDialog member={member} organization={organization} onClose={close} onChanged={onChanged} />
      )}
      <ConfirmDialog
        open={open === "remove"}
        onClose={close}
        onConfirm={() =>
          void act(
            (transport) => transport.rpc(removeMember, { org_id: organization.id, user_id: id }),
            t`${name} has been removed`,
          )
        }
        title={<Trans>Remove {name}?</Trans>}
        confirmLabel={<Trans>Remove member</Trans>}
        pending={pending}
      >
        <Trans>
          {name} loses access at once, on every device. Their work stays with the organization. Unsent changes are not
          lost: they will see them as rejected.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
