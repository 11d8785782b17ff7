import { useEffect } from "react";
import { now } from "#lib/clock.ts";
import { useStatus } from "#state/status.ts";
import type { ContactLetter } from "#sync/schema/admin-functions.ts";

const pauseMs = 3000;
/** The server processes its queue every minute. */
const followedMs = 2 * 60_000;

export function useDeliveries(letters: readonly ContactLetter[], reload: () => void): void {
  const online = useStatus("online");
  const since = now() - followedMs;
  const sending = letters.some(({ replies }) =>
    replies.some(({ delivery, failure, at }) => delivery === "waiting" && failure === "" && Date.parse(at) > since),
  );
  useEffect(() => {
    if (!online || !sending) return;
    const timer = setInterval(reload, pauseMs);
    return () => clearInterval(timer);
  }, [online, sending, reload]);
}
