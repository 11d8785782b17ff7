import { Trans, useLingui } from "@lingui/react/macro";
import { LogOut, MonitorX } from "lucide-react";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { loadSync } from "#state/sync.ts";
import { useRemote } from "#state/use-online-query.ts";
import { listOwnSessions } from "#sync/schema/account-functions.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { showToast } from "#ui/toast.tsx";
import { useLogOut } from "../../use-log-out.ts";
import { LogOutQuestion } from "../../widgets/log-out-button.tsx";
import { Part } from "./account-section.tsx";
import { SessionList } from "./session-list.tsx";

const everything = {};

export function Devices() {
  const { t } = useLingui();
  const [pending, setPending] = useState(false);
  const logOut = useLogOut();
  const sessions = useRemote(listOwnSessions, everything);
  const waits = sessions.state === "loading";
  const others = async () => {
    setPending(true);
    try {
      const sync = await loadSync();
      const done = await sync.signOutOthers();
      sessions.reload();
      if (done.ok) showToast({ title: t`All your other devices have been logged out.` });
      else showToast({ tone: "danger", title: t`Sign out failed`, description: t(failureText(done.error)) });
    } finally {
      setPending(false);
    }
  };
  return (
    <Part
      id="devices"
      waits={waits}
      title={<Trans>Devices</Trans>}
      lead={
        <Trans>
          Lost a phone, or used somebody else's computer? Logged-out devices lose access. Changes that a device has not
          sent yet stay on it until you log in there again.
        </Trans>
      }
    >
      <SessionList sessions={sessions} />
      <div className={cx("mt-4 flex flex-wrap gap-3", waits && "invisible")}>
        <Button icon={MonitorX} pending={pending} onClick={() => void others()}>
          <Trans>Log out other devices</Trans>
        </Button>
        <Button icon={LogOut} pending={logOut.pending && !logOut.asking} onClick={logOut.start}>
          <Trans>Log out everywhere</Trans>
        </Button>
      </div>
      <LogOutQuestion logOut={logOut} />
    </Part>
  );
}
