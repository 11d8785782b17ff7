// Log Out: asks first when something on this device has not reached the server, since signing out
// wipes the device.
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { useEffect, useState } from "react";
import { reportError } from "../../lib/error-log.ts";
import { useSyncStatus } from "../../state/status.ts";
import { loadSync } from "../../state/sync.ts";
import { leavingAtom } from "../../state/ui.ts";
import { stopPush } from "../../state/web-push.ts";
import { useToast } from "../../ui/toast.tsx";

const countUnsent = async () => (await loadSync()).unsent();

/** @param to where to go afterwards */
export function useLogOut(to: "/" | "/invitation" | "/join" = "/") {
  const { t } = useLingui();
  const toast = useToast();
  const navigate = useNavigate();
  const status = useSyncStatus();
  const setLeaving = useSetAtom(leavingAtom);
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [unsent, setUnsent] = useState(0);
  // What is sent while the question stands is not lost any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts again with each status
  useEffect(() => {
    if (asking) countUnsent().then(setUnsent, reportError);
  }, [asking, status]);

  const start = async () => {
    setPending(true);
    // Counted now: the status of a page that has just been opened knows of nothing yet.
    const count = await countUnsent().finally(() => setPending(false));
    setUnsent(count);
    if (count > 0) setAsking(true);
    else await leave();
  };

  const loggedOut: { title: string; description?: string } = {
    title: t`Signed out successfully`,
    description: t`You have been logged out of your account.`,
  };
  const leave = async (said = loggedOut) => {
    setPending(true);
    setLeaving(true);
    try {
      // While the session is there: this device must not go on showing notifications for somebody
      // who is gone.
      await stopPush();
      const sync = await loadSync();
      const result = await sync.signOut();
      if (!result.ok) {
        toast({
          tone: "danger",
          title: t`Sign out failed`,
          description: t`There was an error signing you out. Please try again.`,
        });
        return;
      }
      toast(said);
      await navigate({ to });
    } finally {
      setAsking(false);
      setPending(false);
      setLeaving(false);
    }
  };

  return {
    start: () => void start(),
    leave,
    asking,
    pending,
    unsent,
    cancel: () => setAsking(false),
  };
}
