import { Plural, Trans } from "@lingui/react/macro";
import { LogOut } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useLogOut } from "../use-log-out.ts";

export function LogOutButton() {
  const logOut = useLogOut();
  return (
    <>
      <Button
        variant="ghost"
        icon={LogOut}
        wide
        pending={logOut.pending && !logOut.asking}
        onClick={logOut.start}
        className="justify-start! px-3!"
      >
        <Trans>Log Out</Trans>
      </Button>
      <LogOutQuestion logOut={logOut} />
    </>
  );
}

/** Asked only when something on this device has not reached the server. */
export function LogOutQuestion({ logOut }: { logOut: ReturnType<typeof useLogOut> }) {
  const { asking, cancel, leave, pending, unsent } = logOut;
  return (
    <ConfirmDialog
      open={asking}
      onClose={cancel}
      onConfirm={() => void leave()}
      pending={pending}
      title={unsent > 0 ? <Trans>Log out and lose unsent changes?</Trans> : <Trans>Everything has been sent</Trans>}
      confirmLabel={unsent > 0 ? <Trans>Log out and delete them</Trans> : <Trans>Log Out</Trans>}
      cancelLabel={<Trans>Stay signed in</Trans>}
    >
      {unsent > 0 ? (
        <Plural
          value={unsent}
          one="# change on this device has not reached the server. Logging out deletes it from this device."
          other="# changes on this device have not reached the server. Logging out deletes them from this device."
        />
      ) : (
        <Trans>Your pending changes have reached the server in the meantime. Nothing is lost by logging out.</Trans>
      )}
    </ConfirmDialog>
  );
}
