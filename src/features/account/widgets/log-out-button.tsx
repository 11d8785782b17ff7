import { Plural, Trans } from "@lingui/react/macro";
import { LogOut } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { type OnlyHere, useLogOut } from "../use-log-out.ts";

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

/** Rendered only if data exists only on this device. */
export function LogOutQuestion({ logOut }: { logOut: ReturnType<typeof useLogOut> }) {
  const { asking, cancel, leave, pending, onlyHere } = logOut;
  const { unsent, typed, shared } = onlyHere;
  const loses = unsent + typed + shared > 0;
  return (
    <ConfirmDialog
      open={asking}
      onClose={cancel}
      onConfirm={() => void leave()}
      pending={pending}
      title={<Title onlyHere={onlyHere} />}
      confirmLabel={
        loses ? (
          <Plural value={unsent + typed + shared} one="Log out and delete it" other="Log out and delete them" />
        ) : (
          <Trans>Log Out</Trans>
        )
      }
      cancelLabel={<Trans>Stay signed in</Trans>}
    >
      {unsent > 0 && (
        <p>
          <Plural
            value={unsent}
            one="# change on this device has not reached the server. Logging out deletes it from this device."
            other="# changes on this device have not reached the server. Logging out deletes them from this device."
          />
        </p>
      )}
      {typed > 0 && (
        <p className="not-first:mt-3">
          <TypedOnlyHere typed={typed} />
        </p>
      )}
      {shared > 0 && (
        <p className="not-first:mt-3">
          <SharedOnlyHere onlyHere={onlyHere} />
        </p>
      )}
      {!loses && (
        <Trans>Your pending changes have reached the server in the meantime. Nothing is lost by logging out.</Trans>
      )}
    </ConfirmDialog>
  );
}

function Title({ onlyHere: { unsent, typed, shared, images } }: { onlyHere: OnlyHere }) {
  if (unsent + typed > 0) return <Trans>Log out and lose unsent changes?</Trans>;
  if (shared === 0) return <Trans>Everything has been sent</Trans>;
  return images ? <Trans>Log out and delete shared images?</Trans> : <Trans>Log out and delete shared items?</Trans>;
}

export const TypedOnlyHere = ({ typed }: { typed: number }) => (
  <Plural
    value={typed}
    one="# form has input that you have not saved or sent. It will be deleted from this device."
    other="# forms have input that you have not saved or sent. It will be deleted from this device."
  />
);

export function SharedOnlyHere({ onlyHere: { shared, images } }: { onlyHere: OnlyHere }) {
  return images ? (
    <Plural
      value={shared}
      one="# shared image isn't in a report yet. It will be deleted from this device."
      other="# shared images aren't in a report yet. They will be deleted from this device."
    />
  ) : (
    <Plural
      value={shared}
      one="# shared item isn't in a report yet. It will be deleted from this device."
      other="# shared items aren't in a report yet. They will be deleted from this device."
    />
  );
}
